package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.TestTime;
import org.junit.jupiter.api.Test;

class LeaseLogTest {

    @Test
    void saysWhatEndsTheLeaseOfALostInstance() {
        LeaseEvent lost = new LeaseEvent(
                LeaseEvent.Type.LOST, TestTime.START, "job-1", "training", "lost-instance", null, null, null);

        try (CapturedLog log = new CapturedLog(LeaseLog.class.getName())) {
            new LeaseLog().onEvent(lost);

            assertThat(log.messages(Level.WARN, "lost-instance"))
                    .singleElement()
                    .asString()
                    .contains("job-1", "close the lease");
        }
    }
}
