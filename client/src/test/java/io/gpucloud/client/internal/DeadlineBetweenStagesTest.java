package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** A deadline that passes after a call has got its connection and before it uses it. */
@Isolated("holds up every call that it hears of")
class DeadlineBetweenStagesTest {

    private final Logger stages =
            (Logger) LoggerFactory.getLogger("org.apache.hc.client5.http.impl.classic.InternalHttpClient");

    /** Stops the call at the log message of its new connection, until another thread logs that the connection is closed. */
    private final UnsynchronizedAppenderBase<ILoggingEvent> holding = new UnsynchronizedAppenderBase<>() {

        private final CountDownLatch taken = new CountDownLatch(1);

        @Override
        protected void append(ILoggingEvent event) {
            String said = event.getFormattedMessage();
            if (said.contains("acquired endpoint")) {
                try {
                    taken.await();
                } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                }
            } else if (said.contains("discarding endpoint")) {
                taken.countDown();
            }
        }
    };

    @BeforeEach
    void hold() {
        holding.start();
        stages.setLevel(Level.DEBUG);
        stages.setAdditive(false);
        stages.addAppender(holding);
    }

    @AfterEach
    void letGo() {
        stages.detachAppender(holding);
        stages.setAdditive(true);
        stages.setLevel(null);
    }

    @Test
    void isTheEndOfTheCallLikeAnyOther() {
        try (FaultServer server = FaultServer.replying(Reply.html(502));
                GpuCloudClient client = TestClients.connect(server)) {
            GpuCloudClient impatient = client.withOptions(options -> options.deadline(Duration.ofMillis(200)));

            TransportException failure = catchThrowableOfType(
                    TransportException.class, () -> impatient.instances().list());

            assertThat(failure).hasMessageContaining("deadline");
            assertThat(failure.mayHaveTakenEffect()).isFalse();
            assertThat(server.requests()).isZero();
        }
    }
}
