package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A stub that runs as a program has a few endpoints that a stub in a test does not have, and behaves the same
 * otherwise. Isolated, because the program configures the logging of the JVM.
 */
@Isolated
class StandaloneProgramTest {

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.program("--server.port=0");

    private final Caller caller = Caller.of(STUB.baseUrl(), "demo-key");

    @Test
    void reportsItsHealthAndCountsRequests() {
        assertThat(caller.get("/gpu/list").status()).isEqualTo(200);

        Caller operator = caller.unchecked();
        assertThat(operator.call("GET", "/actuator/health", null).textAt("/status"))
                .isEqualTo("UP");
        assertThat(operator.call("GET", "/actuator/prometheus", null).text()).contains("operation=\"listGpus\"");
        assertThat(operator.call("GET", "/actuator/prometheus", null, "Accept: application/openmetrics-text")
                        .header("Content-Type")
                        .orElseThrow())
                .startsWith("application/openmetrics-text");
    }

    @Test
    void countsRequestsThatTheAccessToTheAdministrationRejects() {
        Caller stranger = caller.unchecked();
        assertThat(stranger.call("GET", "/__admin/clock", null, "X-Forwarded-For: 203.0.113.9")
                        .status())
                .isEqualTo(403);
        assertThat(stranger.call("GET", "/actuator/prometheus", null).text())
                .contains("gpu_cloud_stub_admin_requests_seconds_count{path=\"/__admin\",status=\"403\"} 1");
    }

    @Test
    void rejectsUnknownCalls() {
        Answer none = caller.adminGet("/none");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.textAt("/detail")).startsWith("there is no such call");

        Answer otherMethod = caller.unchecked().adminDelete("/reset");
        assertThat(otherMethod.status()).isEqualTo(405);
        assertThat(otherMethod.header("Allow")).hasValue("POST");
        assertThat(caller.unchecked().call("GET", "/none", null).status()).isEqualTo(404);
    }

    @Test
    void isDownWhenTheStateCannotBeWritten(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("state.json");
        try (GpuCloudStub stub = GpuCloudStub.program(
                "--server.port=0", "--stub.snapshot.file=" + file, "--stub.snapshot.interval=1s")) {
            Caller operator = Caller.of(stub.baseUrl(), "tenant-a").unchecked();
            assertThat(health(operator).textAt("/components/state/status")).isEqualTo("UP");
            assertThat(failures(operator)).isEqualTo("0.0");

            // A folder that is not empty cannot be replaced by the new file.
            Files.createDirectories(file.resolveSibling("state.json.new").resolve("content"));
            operator.get("/gpu/list");
            while (health(operator).status() == 200) {
                Thread.onSpinWait();
            }

            Answer down = health(operator);
            assertThat(down.status()).isEqualTo(503);
            assertThat(down.textAt("/status")).isEqualTo("DOWN");
            assertThat(down.textAt("/components/state/details/problem"))
                    .isEqualTo("the last write of the file with the state failed; the log has the reason");
            assertThat(failures(operator)).isNotEqualTo("0.0");
        }
    }

    private static Answer health(Caller caller) {
        return caller.call("GET", "/actuator/health", null);
    }

    private static String failures(Caller caller) {
        String name = "gpu_cloud_stub_state_write_failures_total ";
        return caller.call("GET", "/actuator/prometheus", null)
                .text()
                .lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .orElseThrow()
                .substring(name.length());
    }
}
