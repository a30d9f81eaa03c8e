package io.gpucloud.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A stub in a process of its own, so that its costs are not measured as costs of its callers. */
final class StubProcess {

    private static final String BASE_URL = "base URL";

    private final Process process;
    private final String baseUrl;

    private StubProcess(Process process, String baseUrl) {
        this.process = process;
        this.baseUrl = baseUrl;
    }

    /**
     * Starts a stub with a frozen clock, so that instances are not billed.
     *
     * @param settings more settings, such as {@code stub.limits.bills=10}
     */
    static StubProcess start(String... settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-jar",
                System.getProperty("stub.jar"),
                "--server.port=0",
                "--stub.clock.frozen=true"));
        Stream.of(settings).forEach(setting -> command.add("--" + setting));
        Process process =
                new ProcessBuilder(command).redirectError(new File("/dev/null")).start();
        // Stops the stub after any failure.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains(BASE_URL)) {
                return new StubProcess(
                        process,
                        line.substring(line.indexOf(BASE_URL) + BASE_URL.length())
                                .strip());
            }
        }
        throw new IOException("the stub did not start");
    }

    /** The address of the stub, with the base path. */
    String baseUrl() {
        return baseUrl;
    }

    void stop() throws InterruptedException {
        process.destroy();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
