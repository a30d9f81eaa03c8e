package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The monitoring of a program whose state cannot be written. Isolated, because the program configures the logging of the JVM. */
@Isolated
class StateFileMonitoringTest {

    private final Path file;

    StateFileMonitoringTest(@TempDir Path folder) {
        file = folder.resolve("state.json");
    }

    @Test
    @Timeout(60)
    void isDownWhenTheStateCannotBeWritten() throws IOException {
        try (GpuCloudStub stub = GpuCloudStub.program(
                "--server.port=0", "--stub.snapshot.file=" + file, "--stub.snapshot.interval=1s")) {
            Caller caller = Caller.of(stub.baseUrl(), "tenant-a").unchecked();
            assertThat(health(caller).textAt("/components/state/status")).isEqualTo("UP");
            assertThat(failures(caller)).isEqualTo("0.0");

            // A folder that is not empty cannot be replaced by the new file.
            Files.createDirectories(file.resolveSibling("state.json.new").resolve("content"));
            caller.get("/gpu/list");
            while (health(caller).status() == 200) {
                Thread.onSpinWait();
            }

            Answer down = health(caller);
            assertThat(down.status()).isEqualTo(503);
            assertThat(down.textAt("/status")).isEqualTo("DOWN");
            assertThat(down.textAt("/components/state/details/problem"))
                    .isEqualTo("the last write of the file with the state failed; the log has the reason");
            assertThat(failures(caller)).isNotEqualTo("0.0");
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
