package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static io.gpucloud.stub.account.Tenant.HOUR;
import static io.gpucloud.stub.account.Tenant.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShutdownTimerTest {

    private final Tenant tenant = Tenant.withFunds();
    private final String uuid = tenant.runs();

    private Instance set(long shutdownTime) {
        return tenant.does(account -> account.setShutdownTimer(uuid, shutdownTime, true));
    }

    @Test
    void aTimerIsExecutedOnce() {
        set(5);
        tenant.after(HOUR).does(account -> account.start(uuid, null, null));
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aNewTimerReplacesTheOldOne() {
        set(5);
        set(10);
        tenant.becomes(InstanceStatus.SHUTTING_DOWN, uuid, 10 * MINUTE);
    }

    @Test
    void aTimerIsRemovedWhenTheInstanceStopsForAnotherReason() {
        set(60);
        tenant.does(account -> account.saveImage(uuid, null, null));
        assertThat(tenant.sees(uuid).shutdownTime()).isZero();
        tenant.after(DURATIONS.imageUpload()).does(account -> account.start(uuid, null, null));
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aTimerOutlivesARestartAndEndsItsBoot() {
        set(5);
        tenant.after(5 * MINUTE - 1).does(account -> account.restart(uuid));
        assertThat(tenant.sees(uuid).shutdownTime()).isEqualTo(tenant.now() + 1);
        tenant.after(1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUT_DOWN);
    }

    /** A timer less than five minutes ahead is rejected, and too many minutes are the last timestamp. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            EITHER        | 5                   | 1767225920
            EITHER        | 60                  | 1767229220
            EITHER        | 9999999             | 2367225560
            EITHER        | 1767225920          | 1767225920
            EITHER        | 2767225620          | 2767225620
            EPOCH_SECONDS | 1767229220          | 1767229220
            MINUTES       | 60                  | 1767229220
            MINUTES       | 9223372036854775807 | 253402300799
            EITHER        | 1                   | 0
            EITHER        | 4                   | 0
            EITHER        | 10000000            | 0
            EITHER        | 1767225919          | 0
            EPOCH_SECONDS | 60                  | 0
            """)
    void aValueIsReadInTheUnitOfTheRules(TimerUnit unit, long value, long shutdownTime) {
        Tenant tenant = Tenant.with(Tenant.rules(unit, StartMode.AUTOMATIC), Tenant.seed(100_000));
        String running = tenant.runs();
        assertThat(tenant.now()).isEqualTo(1_767_225_620);

        Function<Account, Instance> set = account -> account.setShutdownTimer(running, value, true);
        if (shutdownTime == 0) {
            assertThat(tenant.isRefused(set)).isEqualTo("TIMER_LEAD_TIME must be 0 or at least 5 minutes after now");
        } else {
            tenant.does(set);
        }
        assertThat(tenant.sees(running).shutdownTime()).isEqualTo(shutdownTime);
    }

    @Test
    void theInstanceIsCheckedBeforeTheTime() {
        assertThat(tenant.isRefused(account -> account.setShutdownTimer("none", 1, true)))
                .startsWith("INSTANCE_UNSUITABLE");
    }
}
