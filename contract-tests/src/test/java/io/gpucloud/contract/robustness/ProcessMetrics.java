package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The memory, threads and files of a process.
 *
 * @param second seconds since the start
 */
record ProcessMetrics(long second, long liveBytes, int threads, int files) {

    static ProcessMetrics of(long pid, long second) throws IOException, InterruptedException {
        // A histogram of live objects starts with a full garbage collection and ends with the total.
        String histogram = jcmd(pid, "GC.class_histogram");
        Path proc = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
            return new ProcessMetrics(
                    second,
                    number("Total +[0-9]+ +([0-9]+)", histogram),
                    (int) number("Threads:\\s+([0-9]+)", Files.readString(proc.resolve("status"))),
                    (int) files.count());
        }
    }

    private static long number(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        if (!found.find()) {
            throw new AssertionError(text);
        }
        return Long.parseLong(found.group(1));
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(output);
        }
        return output;
    }

    @Override
    public String toString() {
        return "after %4d s: %,12d bytes live, %d threads, %d files".formatted(second, liveBytes, threads, files);
    }
}
