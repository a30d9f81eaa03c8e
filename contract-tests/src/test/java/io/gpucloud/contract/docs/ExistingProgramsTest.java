package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.TypeScript;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that use observed operations pass through their whole life cycle on the stub, with a local service as their
 * instance.
 */
@Tag("ci")
class ExistingProgramsTest {

    private static final Path PROGRAMS = Path.of("examples/programs").toAbsolutePath();
    private static final String KEY = "tenant-studio";

    @TempDir
    Path compiled;

    private final AtomicInteger calls = new AtomicInteger();
    private HttpServer service;
    private GpuCloudStub stub;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        service.start();
        stub = GpuCloudStub.start(
                // Strangers send members that no document knows, such as auto_start.
                "stub.validate=off",
                "stub.observed=true",
                "stub.instances.server-url=http://127.0.0.1:"
                        + service.getAddress().getPort() + "/{instance_uuid}",
                "stub.lifecycle.boot=1s",
                "stub.lifecycle.shutdown=1s",
                "stub.lifecycle.image-upload=1s");
    }

    @AfterEach
    void stop() {
        stub.close();
        service.stop(0);
    }

    private String run(String interpreter, Path program) throws Exception {
        return ExternalProgram.of(interpreter, program)
                .calling(stub.baseUrl(), KEY)
                .with("POLL_SECONDS", "0.2")
                .succeed();
    }

    private GpuCloudClient client() {
        return StubClient.of(stub.baseUrl(), KEY);
    }

    /** Uses the instance on its first GPU, on another one, and after a restart; then destroys it. */
    private void passesThroughItsLifeCycle(String output) {
        assertThat(output)
                .containsSubsequence(
                        "RTX 4090 answers with HTTP 204",
                        "L40S 48GB answers with HTTP 204",
                        "L40S 48GB answers with HTTP 204",
                        "destroyed");
        assertThat(calls).hasValue(3);
        try (GpuCloudClient client = client()) {
            assertThat(client.instances().list()).isEmpty();
        }
    }

    @Test
    void inPython() throws Exception {
        passesThroughItsLifeCycle(run("python3", PROGRAMS.resolve("studio.py")));
    }

    @Test
    void inTypeScript() throws Exception {
        TypeScript.compile(compiled, List.of(PROGRAMS.resolve("studio.ts")));

        passesThroughItsLifeCycle(run("node", compiled.resolve("studio.js")));
        try (GpuCloudClient client = client()) {
            assertThat(client.images().privateImages()).hasSize(1);
        }
    }
}
