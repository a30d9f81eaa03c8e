package io.gpucloud.contract.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.Poll;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.TypeScript;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the page "Quickstart" run: each rents, waits, sets a timer and leaves nothing behind. */
@Tag("ci")
class QuickstartsTest {

    private static final Path FOLDER =
            Path.of("examples/programs").toAbsolutePath();

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start("stub.lifecycle.boot=0s");

    @TempDir
    Path compiled;

    private static void rentsAndGivesBack(String key, List<String> command) throws Exception {
        ExternalProgram.Result result = ExternalProgram.run(
                command, Map.of("GPU_CLOUD_BASE_URL", STUB.baseUrl().toString(), "GPU_CLOUD_API_KEY", key));
        assertThat(result.status()).as(result.output()).isZero();
        try (GpuCloudClient client = StubClient.of(STUB.baseUrl(), key)) {
            assertThat(client.instances().list()).isEmpty();
        }
        assertThat(result.output()).containsPattern("[0-9a-f-]{36} (answers at|runs for)");
    }

    /** On a stub with a longer boot. */
    private static void givesBackWhenItIsStopped(List<String> command) throws Exception {
        try (GpuCloudStub slow = GpuCloudStub.start("stub.lifecycle.boot=10m");
                GpuCloudClient client = StubClient.of(slow.baseUrl(), "tenant-stopped")) {
            Process process = ExternalProgram.start(
                    command,
                    Map.of("GPU_CLOUD_BASE_URL", slow.baseUrl().toString(), "GPU_CLOUD_API_KEY", "tenant-stopped"));
            try {
                Poll.until(() -> !client.instances().list().isEmpty(), () -> !process.isAlive());
                process.toHandle().destroy();
                String output = new String(process.getInputStream().readAllBytes(), UTF_8);
                assertThat(process.waitFor()).as(output).isNotZero();
                assertThat(client.instances().list()).as(output).isEmpty();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void inPythonRuns() throws Exception {
        String python = ExternalProgram.require("python3").toString();
        rentsAndGivesBack(
                "tenant-python", List.of(python, FOLDER.resolve("quickstart.py").toString()));
    }

    @Test
    void inShellRuns() throws Exception {
        ExternalProgram.require("curl");
        List<String> command = List.of("sh", FOLDER.resolve("quickstart.sh").toString());
        rentsAndGivesBack("tenant-shell", command);
        givesBackWhenItIsStopped(command);
    }

    @Test
    void inTypeScriptCompilesStrictlyAndRuns() throws Exception {
        String node = ExternalProgram.require("node").toString();
        TypeScript.compile(compiled, List.of(FOLDER.resolve("quickstart.ts")));
        List<String> command = List.of(node, compiled.resolve("quickstart.js").toString());
        rentsAndGivesBack("tenant-typescript", command);
        givesBackWhenItIsStopped(command);
    }
}
