package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The monitoring of a program whose state cannot be written. Isolated, because the program configures the logging of the JVM. */
@Isolated
class StateFileMonitoringTest {

    private static final long DEADLINE_SECONDS = 60;

    private final Path file;

    StateFileMonitoringTest(@TempDir Path folder) {
        file = folder.resolve("state.json");
    }

    @Test
    void isDownUntilTheStateIsWrittenAgain() throws IOException, InterruptedException {
        try (GpuCloudStub stub = GpuCloudStub.program(
                StandaloneConfiguration.class,
                "--server.port=0",
                "--stub.snapshot.file=" + file,
                "--stub.snapshot.interval=1s")) {
            Caller caller = Caller.of(stub.baseUrl(), "tenant-a").unchecked();
            assertThat(health(caller).at("/components/state/status").stringValue())
                    .isEqualTo("UP");
            assertThat(failures(caller)).isEqualTo("0.0");

            // A folder that is not empty cannot be replaced by the new file.
            Path obstacle = file.resolveSibling("state.json.new");
            Files.createDirectories(obstacle.resolve("content"));
            caller.get("/gpu/list");
            Answer down = awaitHealth(caller, answer -> answer.status() == 503);
            assertThat(down.at("/status").stringValue()).isEqualTo("DOWN");
            assertThat(down.at("/components/state/details/problem").stringValue())
                    .isEqualTo("the last write of the file with the state failed; the log has the reason");
            assertThat(failures(caller)).isNotEqualTo("0.0");

            Files.delete(obstacle.resolve("content"));
            Answer up = awaitHealth(caller, answer -> answer.status() == 200);
            assertThat(up.at("/components/state/status").stringValue()).isEqualTo("UP");
        }
    }

    private static Answer health(Caller caller) {
        return caller.call("GET", "/actuator/health", null);
    }

    private static Answer awaitHealth(Caller caller, Predicate<Answer> expected) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        Answer health = health(caller);
        while (!expected.test(health) && System.nanoTime() < end) {
            Thread.sleep(50);
            health = health(caller);
        }
        return health;
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
