package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BackupCheckTest {

    private final AtomicLong nanoTime = new AtomicLong();

    @Test
    void isNotInSyncBeforeTheFirstCheck() {
        assertThat(new BackupCheck(() -> true, nanoTime::get).inSync()).isFalse();
    }

    @Test
    void reportsTheLastCheck() {
        BackupCheck check = new BackupCheck(() -> nanoTime.get() == 0, nanoTime::get);
        check.run();
        assertThat(check.inSync()).isTrue();

        nanoTime.set(1);
        check.run();
        assertThat(check.inSync()).isFalse();
    }

    /** A member that does not respond keeps a check waiting. The last result does not stay true meanwhile. */
    @Test
    void isNotInSyncWithoutACheckForTenSeconds() {
        BackupCheck check = new BackupCheck(() -> true, nanoTime::get);
        check.run();

        nanoTime.set(Duration.ofSeconds(10).toNanos() - 1);
        assertThat(check.inSync()).isTrue();
        nanoTime.set(Duration.ofSeconds(10).toNanos());
        assertThat(check.inSync()).isFalse();
    }

    @Test
    void isNotInSyncUntilTheNextCheckAfterAMembershipChange() {
        BackupCheck check = new BackupCheck(() -> true, nanoTime::get);
        check.run();
        check.membersChanged();
        assertThat(check.inSync()).isFalse();

        check.run();
        assertThat(check.inSync()).isTrue();
    }

    @Test
    void aCheckThatBeganBeforeAMembershipChangeDoesNotCount() {
        BackupCheck[] check = new BackupCheck[1];
        check[0] = new BackupCheck(
                () -> {
                    check[0].membersChanged();
                    return true;
                },
                nanoTime::get);
        check[0].run();
        assertThat(check[0].inSync()).isFalse();
    }

    @Test
    void isNotInSyncWhenTheCheckFails() {
        BackupCheck check = new BackupCheck(
                () -> {
                    throw new IllegalStateException("The member has stopped.");
                },
                nanoTime::get);
        check.run();
        assertThat(check.inSync()).isFalse();
    }
}
