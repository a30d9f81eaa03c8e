package io.gpucloud.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.GpuCloudStub;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How long tests wait for a stub in their own JVM: until the first one answers, until another one does, and for the first
 * answer to a fresh tenant; and, beside it, for the first answer of a plain Spring application. A JVM can tell who is first
 * only once, so each round is two processes. Prints a table in Markdown.
 */
final class StartInProcess {

    private static final int ROUNDS = 5;
    private static final List<String> WAITS = List.of(
            "first stub of a JVM", "second stub", "fresh tenant of a running stub", "plain Spring, first of a JVM");

    private StartInProcess() {}

    static void print() throws IOException, InterruptedException {
        List<List<Double>> waits = new ArrayList<>();
        WAITS.forEach(wait -> waits.add(new ArrayList<>()));
        for (int round = 0; round < ROUNDS; round++) {
            List<Double> told = Stream.concat(
                            inAProcess(StartInProcess.class).stream(), inAProcess(PlainSpring.class).stream())
                    .toList();
            for (int i = 0; i < told.size(); i++) {
                waits.get(i).add(told.get(i));
            }
        }
        System.out.printf("%n| waiting for, ms | median | least | most |%n|---|---:|---:|---:|%n");
        for (int i = 0; i < WAITS.size(); i++) {
            List<Double> sorted = waits.get(i).stream().sorted().toList();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f | %,.0f |%n",
                    WAITS.get(i),
                    sorted.get(ROUNDS / 2),
                    sorted.get(0),
                    sorted.get(ROUNDS - 1));
        }
    }

    private static List<Double> inAProcess(Class<?> program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName())
                .redirectError(new File("/dev/null"))
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(program + " did not start");
        }
        String told = output.lines().reduce("", (before, line) -> line);
        return Stream.of(told.split(" ", -1)).map(Double::valueOf).toList();
    }

    /**
     * Waits once for each, and prints the milliseconds.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        // What a test has of its own, and would have without a stub.
        HttpClient client = HttpClient.newHttpClient();
        long begun = System.nanoTime();
        try (GpuCloudStub first = GpuCloudStub.start()) {
            ask(client, first, "demo-key");
            long answered = System.nanoTime();
            try (GpuCloudStub second = GpuCloudStub.start()) {
                ask(client, second, "demo-key");
                long answeredToo = System.nanoTime();
                ask(client, first, "tenant-fresh");
                System.out.printf(
                        Locale.ROOT,
                        "%f %f %f%n",
                        (answered - begun) / 1e6,
                        (answeredToo - answered) / 1e6,
                        (System.nanoTime() - answeredToo) / 1e6);
            }
        }
    }

    private static void ask(HttpClient client, GpuCloudStub stub, String key) throws IOException, InterruptedException {
        ask(client, stub.baseUrl(), key);
    }

    static void ask(HttpClient client, URI api, String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(api + "/balance/info"))
                .header("Authorization", "Bearer " + key)
                .build();
        int status = client.send(request, BodyHandlers.discarding()).statusCode();
        if (status != 200) {
            throw new IOException("answered " + status);
        }
    }
}
