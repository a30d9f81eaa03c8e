package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.testing.CapturedLog;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs with different owners that share a journal, such as the command line and a service of the same user. */
class OtherOwnersTest extends AccountTestBase {

    @TempDir
    private Path journal;

    private LeaseOptions.Builder options(String owner) {
        return handingOver(journal).owner(owner);
    }

    private String handOver(String owner) {
        try (Leases ending = Leases.of(client, options(owner).build())) {
            return ending.rent(PLAN).instanceUuid();
        }
    }

    @Test
    void doNotResumeWhatAnotherOneHandedOver() {
        String instance = handOver("first");

        try (Leases other = Leases.of(client, options("second").build())) {
            assertThat(other.openLeases()).isEmpty();
            assertThat(other.pending()).isEmpty();
            assertThat(other.journal()).extracting(JournalEntry::instanceUuid).containsExactly(instance);
        }
        try (Leases next = Leases.of(client, options("first").build())) {
            assertThat(next.openLeases())
                    .extracting(InstanceLease::instanceUuid)
                    .containsExactly(instance);
        }
    }

    @Test
    void doNotDestroyWhatAnotherOneLeft() {
        String instance = handOver("first");
        LeaseOptions second = options("second").recoverOnStart(false).build();

        try (CapturedLog log = new CapturedLog("io.gpucloud.client.lease");
                Leases other = Leases.of(client, second)) {
            RecoveryReport report = other.recover(found -> RecoveryDecision.DESTROY);

            assertThat(report.destroyed()).isEmpty();
            assertThat(log.messages(Level.WARN, journal.getFileName().toString()))
                    .singleElement()
                    .asString()
                    .contains("owner first", instance);
        }
        assertThat(account.instances()).containsExactly(instance);
    }

    @Test
    void shareTheirLimits() {
        handOver("first");

        LeaseOptions limited = options("second").maxOpenLeases(1).build();
        try (Leases other = Leases.of(client, limited)) {
            assertThatThrownBy(() -> other.rent(PLAN)).isInstanceOf(SpendingLimitException.class);
        }
    }
}
