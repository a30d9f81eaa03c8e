package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.state.SnapshotFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** The monitoring of a program whose state cannot be written. Isolated, because the program configures the logging of the JVM. */
@Isolated
class StateFileMonitoringTest {

    private static final int DEADLINE_SECONDS = 60;

    private final Path file;

    StateFileMonitoringTest(@TempDir Path folder) {
        file = folder.resolve("state.json");
    }

    @Test
    void isDownWhenTheStateCannotBeWritten() throws IOException, InterruptedException {
        try (GpuCloudStub stub = GpuCloudStub.program(
                "--server.port=0", "--stub.snapshot.file=" + file, "--stub.snapshot.interval=1s")) {
            Caller caller = Caller.of(stub.baseUrl(), "tenant-a").unchecked();
            assertThat(health(caller).textAt("/components/state/status")).isEqualTo("UP");
            assertThat(failures(caller)).isEqualTo("0.0");

            // A folder that is not empty cannot be replaced by the new file.
            Files.createDirectories(file.resolveSibling("state.json.new").resolve("content"));
            try (LoggedFailure failure = new LoggedFailure()) {
                caller.get("/gpu/list");
                failure.await();
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

    /** Waits for the log line of a failed write. */
    private static final class LoggedFailure extends AppenderBase<ILoggingEvent> implements AutoCloseable {

        private final Logger logger = (Logger) LoggerFactory.getLogger(SnapshotFile.class);
        private final CountDownLatch logged = new CountDownLatch(1);

        LoggedFailure() {
            start();
            logger.addAppender(this);
        }

        @Override
        protected void append(ILoggingEvent event) {
            logged.countDown();
        }

        void await() throws InterruptedException {
            assertThat(logged.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() {
            logger.detachAppender(this);
        }
    }
}
