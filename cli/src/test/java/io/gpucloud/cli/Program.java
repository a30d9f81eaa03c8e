package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.stub.GpuCloudStub;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs commands in this process, in an account of the stub of its own. */
final class Program {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final String key;
    final Path journal;
    private final GpuCloudStub stub;
    private final Path keyFile;
    private @Nullable WaitTimer timer;

    Program(GpuCloudStub stub, Path folder) throws IOException {
        this.stub = stub;
        key = "tenant-" + folder.getFileName();
        journal = folder.resolve("journal");
        keyFile = Files.writeString(folder.resolve("key"), key);
    }

    /** The exit status and the output of a command. */
    record Run(int status, String out, String err) {

        JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }
    }

    Program with(WaitTimer timer) {
        this.timer = timer;
        return this;
    }

    Run run(String command, String... arguments) {
        return runAsIs(timer, line(command, arguments));
    }

    private String[] line(String command, String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                command,
                "--base-url",
                stub.baseUrl().toString(),
                "--api-key-file",
                keyFile.toString(),
                "--journal",
                journal.toString()));
        line.addAll(List.of(arguments));
        return line.toArray(String[]::new);
    }

    /** Serves an agent until the input ends. */
    Run serve(InputStream input, OutputStream output, String... options) {
        CommandLine program = GpuCloud.commandLine(timer);
        McpCommand command =
                Objects.requireNonNull(program.getSubcommands().get("mcp")).getCommand();
        command.over(input, output);
        return run(program, line("mcp", options));
    }

    /** Time passes faster from now on: in the account, and in programs that are started later. */
    Program accelerate() {
        administer("PUT", "/accounts/" + key + "/clock", Map.of("speed", AcceleratedTimer.SPEED));
        return with(new AcceleratedTimer(Instant.now()));
    }

    /** The line that starts the packaged program as a process. */
    List<String> process(String command, String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        Path jar = Path.of("target", "gpu-cloud.jar").toAbsolutePath();
        if (timer instanceof AcceleratedTimer faster) {
            String classes =
                    jar + File.pathSeparator + Path.of("target", "test-classes").toAbsolutePath();
            line.addAll(List.of(
                    "-cp",
                    classes,
                    AcceleratedTimer.class.getName(),
                    faster.begin().toString()));
        } else {
            line.addAll(List.of("-jar", jar.toString()));
        }
        line.addAll(List.of(line(command, arguments)));
        return line;
    }

    static Run runAsIs(@Nullable WaitTimer timer, String... line) {
        return run(GpuCloud.commandLine(timer), line);
    }

    /** As {@link #run}, with an output that cannot be written. */
    Run runWithoutOutput(String command, String... arguments) {
        Writer closed = new OutputStreamWriter(OutputStream.nullOutputStream(), StandardCharsets.UTF_8);
        try {
            closed.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return run(GpuCloud.commandLine(timer), closed, line(command, arguments));
    }

    private static Run run(CommandLine program, String... line) {
        return run(program, new StringWriter(), line);
    }

    private static Run run(CommandLine program, Writer out, String... line) {
        StringWriter err = new StringWriter();
        program.setOut(new PrintWriter(out, true));
        int status = program.setErr(new PrintWriter(err, true)).execute(line);
        return new Run(status, out.toString(), err.toString());
    }

    /** Rents with short pauses. */
    Run rent(String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--pod", "pod-comfyui", "--for", "1h", "--poll", "0.1s", "--window", "1s"));
        all.addAll(List.of(arguments));
        return run("rent", all.toArray(String[]::new));
    }

    /** Rents an instance that stays. Returns its identifier. */
    String keep(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--keep", "--output", "json"));
        all.addAll(List.of(arguments));
        return rent(all.toArray(String[]::new)).json().path("instance_uuid").asString();
    }

    GpuCloudClient client() {
        return GpuCloudClient.builder()
                .baseUrl(stub.baseUrl().toString())
                .apiKey(key)
                .build();
    }

    List<String> instances() {
        try (GpuCloudClient client = client()) {
            return client.instances().list().stream()
                    .map(instance -> instance.instanceUuid())
                    .toList();
        }
    }

    /** The next create request takes effect, and its response is lost. */
    void loseTheNextResponse() {
        fault("createInstanceByPod", Map.of("effect", "lose_response", "times", 1));
    }

    /** Requests of the account to an operation fail. Returns the identifier of the fault. */
    String fault(String operation, Map<String, ?> fault) {
        Map<String, Object> all = new HashMap<>(fault);
        all.putAll(Map.of("api_key", key, "operation", operation));
        return administer("POST", "/faults", all).path("id").asString();
    }

    void removeFault(String id) {
        administer("DELETE", "/faults/" + id, Map.of());
    }

    /** The number of create requests that took effect. */
    long created() {
        JsonNode requests =
                administer("GET", "/requests?operation=createInstanceByPod&limit=1000&api_key=" + key, Map.of());
        return requests.path("requests")
                .valueStream()
                .filter(request -> request.path("carried_out").asBoolean())
                .count();
    }

    JsonNode administer(String method, String path, Map<String, ?> body) {
        URI target = stub.baseUrl().resolve("/__admin" + path);
        HttpRequest request = HttpRequest.newBuilder(target)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new IllegalStateException(response.body());
            }
            return JsonMapper.shared().readTree(response.body().isEmpty() ? "null" : response.body());
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
