package com.example.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

/** The stub as a program of its own. */
final class StubProcess implements AutoCloseable {

    private final Process process;
    private final URI baseUrl;

    private StubProcess(Process process, URI baseUrl) {
        this.process = process;
        this.baseUrl = baseUrl;
    }

    static StubProcess start() {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-jar",
                            "target/gpu-cloud-stub.jar",
                            "--server.port=0",
                            "--stub.lifecycle.boot=0s")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader output = process.inputReader();
            String line = output.readLine();
            while (line != null && !line.contains("base URL")) {
                line = output.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("the stub did not start");
            }
            return new StubProcess(process, URI.create(line.substring(line.indexOf("http"))));
        } catch (IOException failed) {
            throw new IllegalStateException("the stub did not start", failed);
        }
    }

    String baseUrl() {
        return baseUrl.toString();
    }

    void advanceClock(Duration time) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(baseUrl.resolve("/__admin/clock/advance"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"seconds\":" + time.toSeconds() + "}"))
                .build();
        HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
    }

    @Override
    public void close() {
        process.destroy();
    }
}
