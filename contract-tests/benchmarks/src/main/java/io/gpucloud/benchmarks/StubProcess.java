package io.gpucloud.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A stub in a process of its own, so that what it costs is not counted among the costs of its callers. */
final class StubProcess {

    private static final String BASE_URL = "base URL";

    private final Process process;
    private final String baseUrl;

    private StubProcess(Process process, String baseUrl) {
        this.process = process;
        this.baseUrl = baseUrl;
    }

    /** Starts a stub whose clock stands still, so that nothing that was created is billed. */
    static StubProcess start() throws IOException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-jar",
                        System.getProperty("stub.jar"),
                        "--server.port=0",
                        "--stub.clock.frozen=true")
                .redirectError(new File("/dev/null"))
                .start();
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

    /** Its address, with the base path. */
    String baseUrl() {
        return baseUrl;
    }

    void stop() throws InterruptedException {
        process.destroy();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
