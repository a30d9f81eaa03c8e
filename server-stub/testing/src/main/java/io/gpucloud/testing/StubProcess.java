package io.gpucloud.testing;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts the stub as a process of its own. The process ends when its standard input is closed, so it never outlives
 * this JVM, however this JVM ends.
 */
final class StubProcess {

    private static final String TOKEN = "stub.admin.token";
    private static final String ANNOUNCEMENT = "PORT ";
    private static final String FAILURE = "FAILED ";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final int LOG_LINES = 40;

    private static final List<String> FOREIGN = List.of(
            "LOGGING_", "MANAGEMENT_", "SERVER_", "SPRING_", "_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    /**
     * For the memory of the JVM itself: large pages, few requests for more, and nothing returned during the start. A
     * start takes a good part of its time to touch new pages. Only Linux with glibc reads it.
     */
    private static final String LARGE_PAGES = "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1"
            + ":glibc.malloc.top_pad=33554432:glibc.malloc.trim_threshold=268435456";

    private StubProcess() {}

    static RunningStub start(List<String> settings) {
        StubFiles files = StubFiles.installed();
        ProcessFolder folder = files.newRun();
        try {
            return start(files, folder, settings, List.of());
        } catch (IllegalStateException failed) {
            folder.delete();
            throw failed;
        }
    }

    /** Starts a process with more options of its JVM, and waits until it serves requests. */
    static RunningStub start(StubFiles files, ProcessFolder folder, List<String> settings, List<String> options) {
        Duration timeout = timeout();
        Map<String, String> all = withDefaults(settings);
        String token = all.getOrDefault(TOKEN, UUID.randomUUID().toString());
        List<String> command = JavaCommand.toServe(files, folder, options);
        all.forEach((name, value) -> command.add(name + "=" + value));
        Process process = launch(command, token);
        try {
            // Now, because the process takes a second to start.
            files.deleteAbandoned();
            int port = port(process, folder, timeout);
            ClassArchive.createAtExit(files);
            return new RunningStub(
                    URI.create("http://127.0.0.1:" + port), token, process::isAlive, () -> stop(process, folder));
        } catch (IllegalStateException failed) {
            process.destroyForcibly();
            throw failed;
        }
    }

    private static void stop(Process process, ProcessFolder folder) {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException gone) {
            process.destroyForcibly();
        } catch (InterruptedException stopping) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        folder.delete();
    }

    /** Runs the command {@code stop} of the stub. */
    static void stopReused(StubFiles files) {
        List<String> command = JavaCommand.base();
        command.addAll(List.of("-cp", files.jar().toString(), "io.gpucloud.stub.GpuCloudStub", "stop"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        builder.environment()
                .put("GPU_CLOUD_STUB_CACHE", files.folder().resolveSibling("").toString());
        try {
            builder.start().waitFor();
        } catch (IOException notExecutable) {
            throw new UncheckedIOException(notExecutable);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** The settings of a test by name. In a command, a setting that is given twice would be a list. */
    private static Map<String, String> withDefaults(List<String> settings) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("server.port", "0");
        all.put("server.address", "127.0.0.1");
        for (String setting : settings) {
            int end = setting.indexOf('=');
            all.put(setting.substring(0, end), setting.substring(end + 1));
        }
        return all;
    }

    private static Process launch(List<String> command, String token) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        // In the environment, because other users of the machine can read the command.
        environment.put("STUB_ADMIN_TOKEN", token);
        environment.putIfAbsent("GLIBC_TUNABLES", LARGE_PAGES);
        environment.keySet().removeIf(StubProcess::isOfTheTests);
        try {
            return builder.start();
        } catch (IOException notExecutable) {
            throw new IllegalStateException(
                    "The stub cannot be started, because " + command.get(0)
                            + " cannot be run. Set the system property gpu-cloud.stub.java to a Java executable, version 17 or later.",
                    notExecutable);
        }
    }

    /**
     * Whether a variable is for the program under test: a setting of Spring, or options of its JVM, which may start an
     * agent twice.
     */
    static boolean isOfTheTests(String variable) {
        return FOREIGN.stream().anyMatch(variable.toUpperCase(Locale.ROOT)::startsWith);
    }

    private static int port(Process process, ProcessFolder folder, Duration timeout) {
        CompletableFuture<Integer> announced = new CompletableFuture<>();
        // Messages of the JVM, for example about an unknown option.
        Queue<String> output = new ConcurrentLinkedQueue<>();
        Thread reader = new Thread(() -> read(process, announced, output), "gpu-cloud-stub-start");
        reader.setDaemon(true);
        reader.start();
        try {
            return announced.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException ended) {
            if (ended.getCause() instanceof IllegalStateException rejected) {
                throw new IllegalStateException(rejected.getMessage());
            }
            throw new IllegalStateException(
                    "The stub ended before it served requests. The last lines of its log say why:\n"
                            + String.join("\n", output) + folder.lastLines(LOG_LINES));
        } catch (TimeoutException late) {
            throw new IllegalStateException("The stub did not start within " + timeout.toSeconds()
                    + " s. If the machine is slow, set the system property gpu-cloud.stub.start-timeout to more seconds. The last lines of its log:\n"
                    + String.join("\n", output) + folder.lastLines(LOG_LINES));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new CancellationException("The thread was interrupted while the stub was starting.");
        }
    }

    /** Reads the port. Lines of the JVM itself may come before it. */
    private static void read(Process process, CompletableFuture<Integer> announced, Queue<String> others) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(ANNOUNCEMENT)) {
                    announced.complete(Integer.valueOf(
                            line.substring(ANNOUNCEMENT.length()).strip()));
                } else if (line.startsWith(FAILURE)) {
                    String reason = "The stub did not start: " + line.substring(FAILURE.length());
                    announced.completeExceptionally(new IllegalStateException(reason));
                } else if (!announced.isDone()) {
                    others.add(line);
                }
            }
            announced.completeExceptionally(new EOFException());
        } catch (IOException | NumberFormatException unreadable) {
            announced.completeExceptionally(unreadable);
        }
    }

    private static Duration timeout() {
        String seconds = LibrarySetting.START_TIMEOUT.value();
        try {
            return seconds == null ? DEFAULT_TIMEOUT : Duration.ofSeconds(Long.parseLong(seconds));
        } catch (NumberFormatException text) {
            throw new IllegalStateException("gpu-cloud.stub.start-timeout is \"" + seconds
                    + "\". Set it to a whole number of seconds, for example 120.");
        }
    }
}
