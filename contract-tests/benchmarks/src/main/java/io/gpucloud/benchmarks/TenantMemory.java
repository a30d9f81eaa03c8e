package io.gpucloud.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a tenant takes of the stub's heap that was opened and owns no more than its seed. Prints a table in Markdown. */
final class TenantMemory {

    private static final int TENANTS = 10_000;
    /** Fills the journal, and all that is made once. */
    private static final int WARM_UP = 3_000;

    private static final int SHOWN = 12;
    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private TenantMemory() {}

    /** What a class takes: objects and bytes, shallow. */
    private record Taken(long objects, long bytes) {

        Taken less(Taken before) {
            return new Taken(objects - before.objects, bytes - before.bytes);
        }

        Taken and(Taken other) {
            return new Taken(objects + other.objects, bytes + other.bytes);
        }
    }

    private static final Taken NOTHING = new Taken(0, 0);

    static void print() throws IOException, InterruptedException {
        StubProcess stub = StubProcess.start();
        try {
            ask(stub, WARM_UP, "demo-key");
            Map<String, Taken> before = live(stub);
            for (int i = 0; i < TENANTS; i++) {
                ask(stub, 1, "tenant-" + i);
            }
            print(before, live(stub));
        } finally {
            stub.stop();
        }
    }

    private static void ask(StubProcess stub, int times, String key) throws IOException, InterruptedException {
        Tenant tenant = new Tenant(stub, key);
        for (int i = 0; i < times; i++) {
            tenant.get("/balance/info");
        }
    }

    private static void print(Map<String, Taken> before, Map<String, Taken> after) {
        Map<String, Taken> grown = new HashMap<>();
        after.forEach((type, taken) -> grown.put(type, taken.less(before.getOrDefault(type, NOTHING))));
        System.out.printf("%n| of each of %,d fresh tenants | objects | bytes |%n|---|---:|---:|%n", TENANTS);
        row("all", grown.values().stream().reduce(NOTHING, Taken::and));
        grown.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> -entry.getValue().bytes()))
                .limit(SHOWN)
                .forEach(entry -> row("`" + entry.getKey() + "`", entry.getValue()));
    }

    private static void row(String what, Taken taken) {
        System.out.printf("| %s | %.1f | %,d |%n", what, taken.objects() / (double) TENANTS, taken.bytes() / TENANTS);
    }

    /** What lives, by class: counting collects all that does not. */
    private static Map<String, Taken> live(StubProcess stub) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(stub.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        Map<String, Taken> live = new HashMap<>();
        try (BufferedReader output = jcmd.inputReader(UTF_8)) {
            output.lines()
                    .map(LINE::matcher)
                    .filter(Matcher::matches)
                    .forEach(line -> live.merge(
                            line.group(3),
                            new Taken(Long.parseLong(line.group(1)), Long.parseLong(line.group(2))),
                            Taken::and));
        }
        if (jcmd.waitFor() != 0 || live.isEmpty()) {
            throw new IOException("jcmd does not tell what lives in the stub");
        }
        return live;
    }
}
