package com.example.training;

import com.example.training.Jobs.Job;
import io.gpucloud.testing.StubAccount;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The service in a process of its own. */
record Replica(Process process, Path log) implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    /** Starts the service as in production, with shorter pauses, and does not wait for it. */
    static Replica start(StubAccount account, Path folder) throws IOException {
        Path log = Files.createTempFile(folder, "replica", ".log");
        Stream<String> command = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                TrainingApplication.class.getName(),
                "--server.port=0",
                "--gpu-cloud.base-url=" + account.baseUrl(),
                "--gpu-cloud.api-key=" + account.apiKey(),
                "--gpu-cloud.leases.journal=" + folder.resolve("journal"),
                "--gpu-cloud.leases.account-use=owner-titles",
                "--gpu-cloud.leases.unique-tags=true",
                "--gpu-cloud.leases.window=2s",
                "--gpu-cloud.leases.interval=200ms",
                "--gpu-cloud.leases.clock-tolerance=1s");
        Process process = new ProcessBuilder(command.toList())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Replica(process, log);
    }

    boolean isStarted() throws IOException {
        return port().isPresent();
    }

    private Optional<String> port() throws IOException {
        return PORT.matcher(Files.readString(log))
                .results()
                .map(printed -> printed.group(1))
                .findFirst();
    }

    List<Job> jobs() throws IOException, InterruptedException {
        String body =
                HTTP.send(request("").GET().build(), BodyHandlers.ofString()).body();
        return List.of(JsonMapper.shared().readValue(body, Job[].class));
    }

    /** Completes when the replica has accepted the job, or has ended. */
    CompletableFuture<?> post(String job) throws IOException {
        HttpRequest request = request("/" + job).POST(BodyPublishers.noBody()).build();
        return HTTP.sendAsync(request, BodyHandlers.discarding()).exceptionally(stopped -> null);
    }

    /** Destroys the instance of a job, if this replica has it. */
    void finish(String job) throws IOException, InterruptedException {
        HTTP.send(request("/" + job).DELETE().build(), BodyHandlers.discarding());
    }

    private HttpRequest.Builder request(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port().orElseThrow() + "/jobs" + path));
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Kills it, as {@code kill -9} does. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
