package io.gpucloud.stub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Starts the program in a process of its own, with arguments and files that it accepts or rejects. Each start takes seconds, so most run
 * only in CI.
 */
class ProgramStartTest {

    private static final int CANNOT_START = 1;
    private static final int USAGE_ERROR = 2;

    @TempDir
    private Path directory;

    private record Ended(int code, List<String> output) {}

    private ProcessBuilder program(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                absoluteClassPath(),
                GpuCloudStub.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    }

    private static String absoluteClassPath() {
        String separator = System.getProperty("path.separator");
        return Stream.of(System.getProperty("java.class.path").split(separator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((left, right) -> left + separator + right)
                .orElseThrow();
    }

    private static Ended end(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.start();
        List<String> output = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
        return new Ended(process.waitFor(), output);
    }

    /** Starts the program, and stops it as soon as it prints its address. */
    private static List<String> started(ProcessBuilder program) throws IOException, InterruptedException {
        Process process = program.start();
        List<String> output = new ArrayList<>();
        try (var lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.contains("try  ")) {
                    // By its handle, because Process.destroy would close the output that the test reads.
                    process.toHandle().destroy();
                }
            }
        }
        process.waitFor();
        assertThat(output).anyMatch(line -> line.contains("base URL"));
        return output;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --prt=1           | unknown option: --prt           | Did you mean --port?
            --server.prt=1    | unknown option: --server.prt    | Did you mean --server.port?
            --boot=5s         | unknown option: --boot          | Did you mean --stub.lifecycle.boot?
            --stub.lifecycel.boot=1s | unknown option: --stub.lifecycel.boot | Did you mean --stub.lifecycle.boot?
            --management.endpoints.web.exposur.include=x | unknown option: --management.endpoints.web.exposur.include | Did you mean --management.endpoints.web.exposure.include?
            help              | unexpected argument: help       | Did you mean --help?
            '-p 1'            | unexpected argument: -p         | Did you mean --port?
            '--port 1'        | unexpected argument: 1          | Did you mean --port=1?
            --xyzzy           | unknown option: --xyzzy         | --help lists all options.
            """)
    void rejectsUnknownArgumentsWithTheNearestOption(String arguments, String problem, String cure) throws Exception {
        Ended ended = end(program(arguments.split(" ")));

        assertThat(ended.code()).isEqualTo(USAGE_ERROR);
        assertThat(ended.output()).hasSize(2);
        assertThat(ended.output().get(0)).isEqualTo(problem);
        assertThat(ended.output().get(1)).startsWith(cure).endsWith("--help lists all options.");
    }

    @Test
    void acceptsPortAndTheOptionsOfSpring() throws Exception {
        int port = freePort();
        List<String> output = started(program(
                "--port=" + port,
                "--logging.level.org.springframework=warn",
                "--logging.level[io.gpucloud]=warn",
                "--server.tomcat.threads.max=50",
                "--stub.rateLimit.requestsPerSecond=5",
                "--spring.main.log-startup-info=false"));

        assertThat(String.join("\n", output)).contains("http://127.0.0.1:" + port + "/api/open/v2");
    }

    @Tag("ci")
    @ParameterizedTest
    @CsvSource({"--server.address=0.0.0.0, 1", "--stub.admin.token=secret, 0"})
    void namesTheOptionThatOpensTheAdministration(String option, int lines) throws Exception {
        assertThat(started(program("--port=0", option)).stream()
                        .filter(line -> line.contains("/__admin is for this machine only; --stub.admin.token=TOKEN")))
                .hasSize(lines);
    }

    @Test
    void rejectsAPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRejected(
                    end(program("--port=" + taken.getLocalPort())),
                    "server.port " + taken.getLocalPort() + ": another program listens on it",
                    "Choose another: --port=8081, or --port=0 for any free port.");
        }
    }

    @Tag("ci")
    @ParameterizedTest
    @ValueSource(strings = {"65536", "-1", "abc"})
    void rejectsAPortThatIsNone(String port) throws Exception {
        assertRejected(
                end(program("--port=" + port)),
                "server.port " + port + ": is not a port",
                "Choose a number from 0 to 65535; 0 is any free port: --port=8081");
    }

    @Tag("ci")
    @ParameterizedTest
    @ValueSource(strings = {"999.1.1.1", "203.0.113.7"})
    void rejectsAnAddressOfAnotherMachine(String address) throws Exception {
        assertRejected(
                end(program("--server.address=" + address, "--port=0")),
                "server.address " + address + ": is not an address of this machine",
                "Use an address of this machine: --server.address=127.0.0.1, or 0.0.0.0 for all.");
    }

    @Tag("ci")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stub.lifecycle.boot=soon    | stub.lifecycle.boot soon: is not a duration with a unit, such as 500ms, 20s or 24h
            stub.tenants.idle=24        | stub.tenants.idle 24: is not a duration with a unit, such as 500ms, 20s or 24h
            stub.lifecycle.boot=-1s     | stub.lifecycle.boot -1s: must be longer than or equal to 0
            stub.paging.max-page-size=0 | stub.paging.max-page-size 0: must be greater than or equal to 1
            stub.limits.max-body=big    | stub.limits.max-body big: is not a size such as 64KB or 20MB
            stub.validate=strict        | stub.validate strict: is none of off, log, enforce
            """)
    void rejectsValuesThatDoNotFit(String setting, String problem) throws Exception {
        assertRejected(end(program("--" + setting, "--port=0")), problem, "Correct the setting; --help describes it.");
    }

    @Tag("ci")
    @Test
    void rejectsASeedThatCannotBeRead() throws Exception {
        Files.writeString(directory.resolve("bad.json"), "{\"accounts\":");
        String cure = "Correct the file. Its schema is seed/seed.schema.json in the jar.";
        assertRejected(end(program("--stub.seed=none.json", "--port=0")), "stub.seed none.json: cannot be read", cure);
        Ended bad = end(program("--stub.seed=file:bad.json", "--port=0"));
        assertRejected(bad, bad.output().get(0), cure);
        assertThat(bad.output().get(0)).startsWith("stub.seed file:bad.json: ").doesNotContain("Exception", "jackson");
    }

    @Tag("ci")
    @ParameterizedTest
    @ValueSource(strings = {"stub:\n  paging: {\n bad", "stub:\n\tseed: x"})
    void rejectsAMalformedConfigurationFile(String yaml) throws Exception {
        Files.writeString(directory.resolve("gpu-cloud-stub.yaml"), yaml);
        Ended ended = end(program("--port=0"));

        assertRejected(
                ended,
                ended.output().get(0),
                "Correct gpu-cloud-stub.yaml, or the file that spring.config.location names.");
        assertThat(ended.output().get(0)).startsWith("the configuration file is malformed YAML: line ");
    }

    @Tag("ci")
    @Test
    void rejectsAConfigurationFileThatIsMissing() throws Exception {
        assertRejected(
                end(program("--spring.config.location=none.yaml", "--port=0")),
                "spring.config.location none.yaml: does not exist",
                "Name another file, or optional:none.yaml to start without it.");
    }

    @Tag("ci")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            server.prt: 1       | unknown setting: server.prt       | server.port
            port: 1             | unknown setting: port             | server.port
            stub.admin: secret  | unknown setting: stub.admin       | stub.admin.token
            stub.cors.allowed-origin[0]: a | unknown setting: stub.cors.allowed-origin[0] | stub.cors.allowed-origins
            """)
    void rejectsUnknownNamesInTheConfigurationFile(String line, String problem, String meant) throws Exception {
        Files.writeString(directory.resolve("gpu-cloud-stub.yaml"), "# A comment\n" + line + "\n");
        assertRejected(
                end(program("--port=0")),
                problem + " (gpu-cloud-stub.yaml, line 2)",
                "Did you mean " + meant + "? --help lists all settings.");
    }

    @Tag("ci")
    @Test
    void acceptsTheNamesOfSpringInTheConfigurationFile() throws Exception {
        Files.writeString(directory.resolve("gpu-cloud-stub.yaml"), """
                server: {port: 0, tomcat: {threads: {max: 50}}}
                stub: {lifecycle: {boot: 1s}, cors: {allowed-origins: []}}
                logging.level: {root: warn, "[io.gpucloud]": warn}
                management.endpoint.health.group.ready.include: "*"
                """);
        started(program());
    }

    @Tag("ci")
    @Test
    void rejectsAMisspelledVariableAndLeavesThoseOfOthers() throws Exception {
        ProcessBuilder misspelled = program("--port=0");
        misspelled.environment().put("STUB_ADMIN_TOKN", "secret-value");
        Ended ended = end(misspelled);
        assertRejected(
                ended,
                "unknown environment variable: STUB_ADMIN_TOKN",
                "Did you mean STUB_ADMIN_TOKEN? --help lists all settings.");

        ProcessBuilder others = program();
        others.environment()
                .putAll(Map.of(
                        "STUB_CACHE", "off",
                        "STUB_PORT", "tcp://10.0.0.1:8080",
                        "STUB_SERVICE_HOST", "10.0.0.1",
                        "STUB_RATE_LIMIT_REQUESTS_PER_SECOND", "5",
                        "STUB_RATELIMIT_CONCURRENT", "5",
                        "STUB_CORS_ALLOWEDORIGINS", "",
                        "SERVER_PORT", "0"));
        started(others);
    }

    private static void assertRejected(Ended ended, String problem, String cure) {
        assertThat(ended.output()).containsExactly(problem, cure);
        assertThat(ended.code()).isEqualTo(CANNOT_START);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
