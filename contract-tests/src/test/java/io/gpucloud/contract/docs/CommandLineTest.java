package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.GpuCloud;
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
import java.util.List;
import java.util.Map;
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

    private ExternalProgram.Result run(String... command) throws Exception {
        return ExternalProgram.run(
                Stream.concat(Stream.of("sh", "-c", "cd '" + folder + "' && exec \"$@\"", "sh"), Stream.of(command))
                        .toList(),
                Map.of(
                        "GPU_CLOUD_BASE_URL",
                        stub.baseUrl().toString(),
                        "GPU_CLOUD_API_KEY",
                        KEY,
                        "GPU_CLOUD_POLL",
                        "0.2s",
                        "GPU_CLOUD_WINDOW",
                        "2s",
                        "XDG_STATE_HOME",
                        folder.resolve("state").toString(),
                        "PATH",
                        folder + File.pathSeparator + System.getenv("PATH")));
    }

    private int instances() {
        try (GpuCloudClient client = StubClient.of(stub.baseUrl(), KEY)) {
            return client.instances().list().size();
        }
    }

    /** A row of the table in the page "Lost responses". */
    @Test
    void leavesNoneWhenTheResponseIsLost() throws Exception {
        StubHttp http = new StubHttp(stub.baseUrl(), null);
        http.administer(
                "POST",
                "/faults",
                "{\"api_key\":\"" + KEY
                        + "\",\"operation\":\"createInstanceByPod\",\"effect\":\"lose_response\",\"times\":4}");
        Path train = Files.writeString(folder.resolve("train.py"), "print('trained')");

        ExternalProgram.Result result = run(
                "gpu-cloud",
                "rent",
                "--sole-user",
                "--pod",
                "pod-comfyui",
                "--for",
                "2h",
                "--",
                ExternalProgram.require("python3").toString(),
                train.toString());

        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).contains("trained");
        assertThat(instances()).isZero();
    }

    @Test
    void rentsFromPython() throws Exception {
        String python = ExternalProgram.require("python3").toString();

        assertThat(run(python, PROGRAMS.resolve("rental.py").toString(), "sh", "-c", "exit 3")
                        .output())
                .contains("status 3 cost 0");
        assertThat(instances()).isZero();
    }

    @Test
    void rentsFromNode() throws Exception {
        String node = ExternalProgram.require("node").toString();

        assertThat(run(node, PROGRAMS.resolve("rental.js").toString(), "sh", "-c", "exit 3")
                        .output())
                .contains("status 3 cost 0");
        assertThat(instances()).isZero();
    }
}
