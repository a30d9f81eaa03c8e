package io.gpucloud.contract.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quickstarts of the portal run: each rents, waits, sets a timer and leaves nothing behind. */
@Tag("ci-more")
class QuickstartsTest {

    private static final Path FOLDER = Path.of("../openapi/portal/quickstart").toAbsolutePath();
    private static final Path NODE_MODULES =
            Path.of("../openapi/lint/node_modules").toAbsolutePath();

    private static GpuCloudStub stub;

    @TempDir
    Path compiled;

    @BeforeAll
    static void start() {
        stub = GpuCloudStub.start("stub.lifecycle.boot=0s");
    }

    @AfterAll
    static void stop() {
        stub.close();
    }

    private static void rentsAndGivesBack(String key, List<String> command) throws Exception {
        ExternalProgram.Result result = ExternalProgram.run(
                command, Map.of("GPU_CLOUD_BASE_URL", stub.baseUrl().toString(), "GPU_CLOUD_API_KEY", key));
        assertThat(result.status()).as(result.output()).isZero();
        try (GpuCloudClient client = GpuCloudClient.forStub(stub.baseUrl().toString(), key)) {
            assertThat(client.instances().list()).isEmpty();
        }
        assertThat(result.output()).containsPattern("[0-9a-f-]{36} (answers at|runs for)");
    }

    /** On a stub with a longer boot. */
    private static void givesBackWhenItIsStopped(List<String> command) throws Exception {
        try (GpuCloudStub slow = GpuCloudStub.start("stub.lifecycle.boot=10m");
                GpuCloudClient client = GpuCloudClient.forStub(slow.baseUrl().toString(), "tenant-stopped")) {
            Process process = ExternalProgram.start(
                    command,
                    Map.of("GPU_CLOUD_BASE_URL", slow.baseUrl().toString(), "GPU_CLOUD_API_KEY", "tenant-stopped"));
            try {
                while (isRunning(process) && client.instances().list().isEmpty()) {
                    Thread.onSpinWait();
                }
                process.toHandle().destroy();
                String output = new String(process.getInputStream().readAllBytes(), UTF_8);
                assertThat(process.waitFor()).as(output).isNotZero();
                assertThat(client.instances().list()).as(output).isEmpty();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** And before the timeout of the test. */
    private static boolean isRunning(Process process) {
        return process.isAlive() && !Thread.currentThread().isInterrupted();
    }

    @Test
    void inJavaRuns() throws Exception {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FOLDER.resolve("Quickstart.java").toString());
        rentsAndGivesBack("tenant-java", command);
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
        String compiler = ExternalProgram.require(
                        NODE_MODULES.resolve(".bin/tsc").toString())
                .toString();
        ExternalProgram.Result compilation = ExternalProgram.run(
                List.of(
                        compiler,
                        "--strict",
                        "--target",
                        "es2022",
                        "--module",
                        "esnext",
                        "--moduleResolution",
                        "bundler",
                        "--types",
                        "node",
                        "--typeRoots",
                        NODE_MODULES.resolve("@types").toString(),
                        "--outDir",
                        compiled.toString(),
                        FOLDER.resolve("quickstart.ts").toString()),
                Map.of());
        assertThat(compilation.status()).as(compilation.output()).isZero();
        Files.writeString(compiled.resolve("package.json"), "{\"type\": \"module\"}");
        List<String> command = List.of(node, compiled.resolve("quickstart.js").toString());
        rentsAndGivesBack("tenant-typescript", command);
        givesBackWhenItIsStopped(command);
    }
}
