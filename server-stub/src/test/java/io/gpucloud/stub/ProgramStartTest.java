package io.gpucloud.stub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Starts the program in a process of its own, with arguments and files that it accepts or rejects. Each start takes
 * seconds, so most run only in CI.
 */
class ProgramStartTest {

    @TempDir
    private Path directory;

    private record Ended(int code, List<String> output) {}

    private ProcessBuilder program(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                absoluteClassPath(),
                GpuCloudStub.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    }

    /** Without the classes of the tests, whose logging would suppress the reports of failed starts. */
    private static String absoluteClassPath() {
        String separator = System.getProperty("path.separator");
        return Stream.of(System.getProperty("java.class.path").split(separator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .filter(entry -> !entry.endsWith("test-classes"))
                .collect(Collectors.joining(separator));
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

    /** UnknownSettingCheckTest has all cases. */
    @Test
    void rejectsAnUnknownArgument() throws Exception {
        assertRejected(end(program("--boot=5s")), "unknown setting: boot", "Did you mean stub.lifecycle.boot?");
    }

    @Test
    void rejectsAnUnknownNameInAFile() throws Exception {
        Files.writeString(directory.resolve("gpu-cloud-stub.yaml"), "# A comment\nstub.cors.allowed-origin[0]: a");
        assertRejected(
                end(program("--port=0")),
                "unknown setting: stub.cors.allowed-origin[0] (gpu-cloud-stub.yaml, line 2)",
                "Did you mean stub.cors.allowed-origins?");
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
    @CsvSource({"--server.address=0.0.0.0, 1", "--stub.admin.token=secret-16-letters, 0"})
    void namesTheOptionThatOpensTheAdministration(String option, int lines) throws Exception {
        assertThat(started(program("--port=0", option)).stream()
                        .filter(line -> line.contains("/__admin is for this machine only; --stub.admin.token=TOKEN")))
                .hasSize(lines);
    }

    @Tag("ci")
    @Test
    void rejectsAPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRejected(
                    end(program("--port=" + taken.getLocalPort())),
                    "Port " + taken.getLocalPort() + " was already in use.",
                    "configure this application to listen on another port");
        }
    }

    /** SettingsTest has all values. */
    @Tag("ci")
    @Test
    void rejectsAValueThatDoesNotFit() throws Exception {
        assertRejected(
                end(program("--stub.validate=strict", "--port=0")),
                "stub.validate is \"strict\": must be one of off, log, enforce",
                "Correct the value.");
    }

    @Tag("ci")
    @Test
    void rejectsAMalformedConfigurationFile() throws Exception {
        Files.writeString(directory.resolve("gpu-cloud-stub.yaml"), "stub:\n  paging: {\n bad");
        assertRejected(end(program("--port=0")), "A configuration file is malformed YAML: ", "line 3");
    }

    @Tag("ci")
    @Test
    void namesATemporaryFolderThatCannotBeWritten() throws Exception {
        ProcessBuilder program = program("--port=0");
        program.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + directory.resolve("none"));
        assertRejected(
                end(program),
                "The temporary folder " + directory.resolve("none") + " cannot be written.",
                "Mount a folder");
    }

    /** As with {@code -v ./state.json:/state/state.json}. Mounting needs rights that not every build has. */
    @Tag("ci")
    @EnabledOnOs(OS.LINUX)
    @Test
    void namesTheFolderToMountForAStateFileThatIsMounted() throws Exception {
        assumeThat(end(new ProcessBuilder("unshare", "-m", "true")).code()).isZero();
        Files.createFile(directory.resolve("host.json"));
        Path state = Files.createFile(directory.resolve("state.json"));
        ProcessBuilder program = program("--port=0", "--stub.snapshot.file=" + state);
        program.command()
                .addAll(
                        0,
                        List.of("unshare", "-m", "sh", "-c", "mount --bind host.json state.json && exec \"$@\"", "sh"));
        assertRejected(end(program), "stub.snapshot.file " + state, "mount its folder instead");
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
        assertThat(String.join("\n", ended.output()))
                .contains("APPLICATION FAILED TO START", problem, cure)
                .doesNotContain("\tat ");
        assertThat(ended.code()).isEqualTo(1);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
