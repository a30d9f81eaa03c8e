package io.gpucloud.cli;

import io.gpucloud.cli.mcp.McpCommand;
import io.gpucloud.cli.serve.ServeCommand;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.resource.InstanceSpec;
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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs commands in this process, in an account of the stub of its own. */
public final class Program {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    public final String key;
    public final Path journal;
    private final GpuCloudStub stub;
    private final Path keyFile;
    private @Nullable WaitTimer timer;

    public Program(GpuCloudStub stub, Path folder) throws IOException {
        this.stub = stub;
        key = "tenant-" + folder.getFileName();
        journal = folder.resolve("journal");
        keyFile = Files.writeString(folder.resolve("key"), key);
    }

    /** The same account, with a journal in another folder. */
    public Program elsewhere(Path folder) throws IOException {
        Path sameName = folder.resolve(key.substring("tenant-".length()));
        return new Program(stub, Files.createDirectories(sameName));
    }

    /** The exit status and the output of a command. */
    public record Run(int status, String out, String err) {

        public JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }
    }

    public Program with(WaitTimer timer) {
        this.timer = timer;
        return this;
    }

    public Run run(String command, String... arguments) {
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
    public Run serve(InputStream input, OutputStream output, String... options) {
        CommandLine program = GpuCloud.commandLine(timer);
        McpCommand command =
                Objects.requireNonNull(program.getSubcommands().get("mcp")).getCommand();
        command.over(input, output);
        return run(program, line("mcp", options));
    }

    /** Serves leases to a library until the input ends. */
    public Run serveLeases(InputStream input, OutputStream output, String... options) {
        CommandLine program = GpuCloud.commandLine(timer);
        ServeCommand command =
                Objects.requireNonNull(program.getSubcommands().get("serve")).getCommand();
        command.over(input, output);
        List<String> all = new ArrayList<>(List.of("--stdio", "--quiet"));
        all.addAll(List.of(options));
        return run(program, line("serve", all.toArray(String[]::new)));
    }

    URI baseUrl() {
        return stub.baseUrl();
    }

    /** The address of the clock of the account. */
    public String clock() {
        return stub.baseUrl().resolve("/__admin/clock?account=" + key).toString();
    }

    /** Time passes faster from now on: in the account, and in programs that are started later. */
    public Program accelerate() {
        administer("PUT", "/clock?account=" + key, Map.of("speed", AcceleratedTimer.SPEED));
        return with(new AcceleratedTimer(Instant.now()));
    }

    /** The line that starts the packaged program as a process. */
    public List<String> process(String command, String... arguments) {
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

    /** The line that starts a class of this class path as a process, with a command of the program. */
    public List<String> process(Class<?> main, String command, String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        if (timer instanceof AcceleratedTimer faster && main == AcceleratedTimer.class) {
            line.add(faster.begin().toString());
        }
        line.addAll(List.of(line(command, arguments)));
        return line;
    }

    public static Run runAsIs(@Nullable WaitTimer timer, String... line) {
        return run(GpuCloud.commandLine(timer), line);
    }

    /** As {@link #run}, with an output that cannot be written. */
    public Run runWithoutOutput(String command, String... arguments) {
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
    public Run rent(String... arguments) {
        List<String> all =
                new ArrayList<>(List.of("--pod", "pod-comfyui", "--for", "1h", "--poll", "0.1s", "--window", "0.1s"));
        all.addAll(List.of(arguments));
        return run("rent", all.toArray(String[]::new));
    }

    /** Rents an instance that stays. Returns its identifier. */
    public String keep(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--keep", "--output", "json"));
        all.addAll(List.of(arguments));
        return rent(all.toArray(String[]::new)).json().path("instance_uuid").asString();
    }

    /** An instance of a process that was killed. */
    public String leaveBehind(String tag) throws IOException {
        return leaveBehind(tag, journal);
    }

    /** As {@link #leaveBehind(String)}, in another journal. */
    public String leaveBehind(String tag, Path journal) throws IOException {
        Path original = Files.createTempDirectory(keyFile.toAbsolutePath().getParent(), "killed");
        LeaseOptions options =
                LeaseOptions.builder().owner("gpu-cloud").journal(original).build();
        try (GpuCloudClient client = client();
                Leases leases = Leases.of(client, options)) {
            RentalPlan plan = RentalPlan.builder()
                    .podUuid("pod-comfyui")
                    .maxLifetime(Duration.ofHours(1))
                    .tag(tag)
                    .build();
            InstanceLease lease = leases.rent(plan);
            try (Stream<Path> files = Files.list(original)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                    Files.copy(file, journal.resolve(file.getFileName()));
                }
            }
            return lease.keep().instanceUuid();
        }
    }

    /** An instance of a process of another host, whose lock is free. */
    String leaveBehindOnOtherHost(String tag) throws IOException {
        Files.createDirectories(journal);
        String uuid = leaveBehind(tag);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(journal, "lease-*.jsonl")) {
            for (Path file : files) {
                List<String> lines = Files.readAllLines(file);
                Files.write(file, lines.stream().map(Program::elsewhere).toList());
            }
        }
        return uuid;
    }

    /** The first line of a journal names the host. */
    private static String elsewhere(String line) {
        if (!line.startsWith("{\"host\"")) {
            return line;
        }
        String content = line.replaceFirst("\"host\":\"[^\"]*\"", "\"host\":\"other-host/1\"")
                .replaceFirst(",\"crc\".*", "");
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return "%s,\"crc\":\"%08x\"}".formatted(content, crc.getValue());
    }

    /** A shell command that destroys the instance of its rental, as another program does. */
    String destroyInstance() {
        return "until curl -sf -X POST -H 'Content-Type: application/json' -H 'Authorization: Bearer " + key
                + "' -d \"{\\\"instance_uuid\\\": \\\"$GPU_CLOUD_INSTANCE_UUID\\\"}\" "
                + stub.baseUrl() + "/instance/destroy; do sleep 0.1; done > /dev/null 2>&1";
    }

    public GpuCloudClient client() {
        return client(WaitTimer.system());
    }

    public GpuCloudClient client(WaitTimer timer) {
        return GpuCloudClient.builder()
                .baseUrl(stub.baseUrl().toString())
                .apiKey(key)
                .timer(timer)
                .build();
    }

    public List<String> instances() {
        try (GpuCloudClient client = client()) {
            return client.instances().list().stream()
                    .map(instance -> instance.instanceUuid())
                    .toList();
        }
    }

    /** Creates an instance as another program would. Returns its identifier. */
    public String create(String title) {
        InstanceSpec spec = InstanceSpec.builder()
                .podUuid("pod-comfyui")
                .gpuUuid("gpu-rtx-4090")
                .build();
        try (GpuCloudClient client = client()) {
            String uuid = client.instances().create(spec).instanceUuid();
            client.instances().updateTitle(uuid, title);
            return uuid;
        }
    }

    /** The next create request takes effect, and its response is lost. */
    public void loseTheNextResponse() {
        fault("createInstanceByPod", Map.of("effect", "lose_response", "times", 1));
    }

    /** Requests of the account to an operation fail. Returns the identifier of the fault. */
    public String fault(String operation, Map<String, ?> fault) {
        Map<String, Object> all = new HashMap<>(fault);
        all.putAll(Map.of("api_key", key, "operation", operation));
        return administer("POST", "/faults", all).path("id").asString();
    }

    public void removeFault(String id) {
        administer("DELETE", "/faults?id=" + id, Map.of());
    }

    /** The number of create requests that took effect. */
    public long created() {
        JsonNode requests =
                administer("GET", "/requests?operation=createInstanceByPod&limit=1000&api_key=" + key, Map.of());
        return requests.path("requests")
                .valueStream()
                .filter(request -> request.path("carried_out").asBoolean())
                .count();
    }

    public JsonNode administer(String method, String path, Map<String, ?> body) {
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
