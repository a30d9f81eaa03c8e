package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.GpuCloud;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of the pages that rent with the command line. */
@Tag("ci")
class CommandLineTest {

    private static final Path PROGRAMS = Path.of("examples/programs").toAbsolutePath();
    private static final Path TYPE_KEYS =
            Path.of("src/test/python/type_keys.py").toAbsolutePath();
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";

    /** Longer than a program waits for a command that it interrupts. */
    private static final String SAVES_WHEN_TERMINATED =
            "trap 'sleep 2; touch saved; exit 9' TERM; echo begun; while :; do sleep 0.1; done";

    private static final String KEY = "tenant-command-line";

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=1s");

    @TempDir
    Path folder;

    @BeforeEach
    void installTheProgram() throws IOException {
        String command = JavaProcess.prepare(List.of(), GpuCloud.class).command().stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        Path program = Files.writeString(folder.resolve("gpu-cloud"), "#!/bin/sh\nexec " + command + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ExternalProgram program(Object... command) {
        return ExternalProgram.of(
                        "sh",
                        Stream.concat(Stream.of("-c", "cd \"$0\" && exec \"$@\"", folder), Stream.of(command))
                                .toArray())
                .calling(stub.baseUrl(), KEY)
                .with("GPU_CLOUD_POLL", "0.2s")
                .with("GPU_CLOUD_WINDOW", "2s")
                .with("XDG_STATE_HOME", folder.resolve("state"))
                .with("NO_COLOR", "1")
                .with("PATH", folder + File.pathSeparator + System.getenv("PATH"));
    }

    /** A program on a terminal of its own, in which keys are typed when it prints a text. */
    private ExternalProgram typing(String text, String keys, Object... command) {
        return program(
                Stream.concat(Stream.of(ExternalProgram.require("python3"), TYPE_KEYS, text, keys), Stream.of(command))
                        .toArray());
    }

    private int instances() {
        try (GpuCloudClient client = StubClient.of(stub.baseUrl(), KEY)) {
            return client.instances().list().size();
        }
    }

    /** A row of the table in the page "Lost responses". */
    @Test
    void leavesNoneWhenTheResponseIsLost() throws Exception {
        new StubHttp(stub.baseUrl(), null).administer("POST", "/faults", """
                {"api_key": "%s", "operation": "createInstanceByPod", "effect": "lose_response", "times": 4}
                """.formatted(KEY));
        Path train = Files.writeString(folder.resolve("train.py"), "print('trained')");

        List<Object> command = new ArrayList<>(
                List.of("gpu-cloud rent --account-use sole_user --pod pod-comfyui --for 2h --".split(" ")));
        command.addAll(List.of(ExternalProgram.require("python3"), train));

        assertThat(program(command.toArray()).succeed()).contains("trained");
        assertThat(instances()).isZero();
    }

    @Test
    void rentsFromPython() throws Exception {
        rents(ExternalProgram.require("python3"), PROGRAMS.resolve("rental.py"));
    }

    @Test
    void rentsFromNode() throws Exception {
        rents(ExternalProgram.require("node"), PROGRAMS.resolve("rental.js"));
    }

    @Test
    void ctrlCInPythonLeavesTimeToSave() throws Exception {
        savesItsWorkAfterCtrlC(ExternalProgram.require("python3"), PROGRAMS.resolve("rental.py"));
    }

    @Test
    void ctrlCInNodeLeavesTimeToSave() throws Exception {
        savesItsWorkAfterCtrlC(ExternalProgram.require("node"), PROGRAMS.resolve("rental.js"));
    }

    /**
     * On a slow machine, the limit ends the rental before the command begins, or gpu-cloud before it handles signals.
     */
    @Test
    void aTimeLimitInPythonLeavesNothing() throws Exception {
        ExternalProgram rental = program(
                        ExternalProgram.require("python3"),
                        PROGRAMS.resolve("rental.py"),
                        "sh",
                        "-c",
                        SAVES_WHEN_TERMINATED)
                .with("LIMIT_SECONDS", "10");

        String output = rental.run().output();
        assertThat(output).containsPattern("status (9|143|-15) cost 0");
        assertThat(Files.exists(folder.resolve("saved"))).isEqualTo(output.contains("begun"));
        assertThat(instances()).isZero();
    }

    private ExternalProgram configuring(String keys) {
        return typing("API key: ", keys, "gpu-cloud", "configure", "--base-url", stub.baseUrl())
                .with("XDG_CONFIG_HOME", folder.resolve("config"));
    }

    @Test
    void aKeyThatIsTypedIsStoredAndNotShown() throws Exception {
        ExternalProgram.Result configured = configuring(KEY + "\n").run();

        assertThat(configured.status()).isZero();
        assertThat(configured.output()).contains("wrote ").doesNotContain(KEY);
        assertThat(folder.resolve("config/gpu-cloud/profile.json")).content().contains(KEY);
    }

    @Test
    void theEndOfTheInputInsteadOfAKeyStoresNothing() throws Exception {
        ExternalProgram.Result ended = configuring(CTRL_D).run();

        assertThat(ended.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(ended.output()).contains("no API key");
        assertThat(folder.resolve("config")).doesNotExist();
    }

    private void rents(Path interpreter, Path source) throws Exception {
        ExternalProgram.Result rental =
                program(interpreter, source, "sh", "-c", "exit 3").run();

        assertThat(rental.status()).isEqualTo(3);
        assertThat(rental.output()).contains("status 3 cost 0");
        assertThat(instances()).isZero();
    }

    private void savesItsWorkAfterCtrlC(Path interpreter, Path source) throws Exception {
        ExternalProgram rental = typing("begun", CTRL_C, interpreter, source, "sh", "-c", SAVES_WHEN_TERMINATED);

        assertThat(rental.run().output()).contains("begun", "status 9 cost 0");
        assertThat(folder.resolve("saved")).exists();
        assertThat(instances()).isZero();
    }
}
