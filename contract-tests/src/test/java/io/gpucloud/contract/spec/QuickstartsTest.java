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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the page "Quickstart" run: each rents, waits, sets a timer and leaves nothing behind. */
@Tag("ci")
class QuickstartsTest {

    private static final Path FOLDER = Path.of("examples/programs").toAbsolutePath();

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start("stub.lifecycle.boot=0s");

    @TempDir
    Path compiled;

    private static void rentsAndGivesBack(String key, ExternalProgram program) throws Exception {
        String output = program.calling(STUB.baseUrl(), key).succeed();
        try (GpuCloudClient client = StubClient.of(STUB.baseUrl(), key)) {
            assertThat(client.instances().list()).isEmpty();
        }
        assertThat(output).containsPattern("[0-9a-f-]{36} (answers at|runs for)");
    }

    /** On a stub with a longer boot. */
    private static void givesBackWhenItIsStopped(ExternalProgram program) throws Exception {
        try (GpuCloudStub slow = GpuCloudStub.start("stub.lifecycle.boot=10m");
                GpuCloudClient client = StubClient.of(slow.baseUrl(), "tenant-stopped")) {
            Process process = program.calling(slow.baseUrl(), "tenant-stopped").start();
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
        rentsAndGivesBack("tenant-python", ExternalProgram.of("python3", FOLDER.resolve("quickstart.py")));
    }

    @Test
    void inShellRuns() throws Exception {
        ExternalProgram.require("curl");
        ExternalProgram program = ExternalProgram.of("sh", FOLDER.resolve("quickstart.sh"));
        rentsAndGivesBack("tenant-shell", program);
        givesBackWhenItIsStopped(program);
    }

    @Test
    void inTypeScriptCompilesStrictlyAndRuns() throws Exception {
        TypeScript.compile(compiled, List.of(FOLDER.resolve("quickstart.ts")));
        ExternalProgram program = ExternalProgram.of("node", compiled.resolve("quickstart.js"));
        rentsAndGivesBack("tenant-typescript", program);
        givesBackWhenItIsStopped(program);
    }
}
