package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static io.gpucloud.stub.account.Tenant.HOUR;
import static io.gpucloud.stub.account.Tenant.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

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
    void aTimerShutsTheInstanceDownAtItsTimeAndIsThenRemoved() {
        set(tenant.now() + HOUR);
        assertThat(tenant.sees(uuid).shutdownTime()).isEqualTo(tenant.now() + HOUR);
        tenant.after(HOUR - 1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        tenant.after(1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
        assertThat(tenant.sees(uuid).shutdownTime()).isZero();
        tenant.after(DURATIONS.shutdown());
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUT_DOWN);
    }

    @Test
    void aTimerIsExecutedOnce() {
        set(5);
        tenant.after(HOUR).does(account -> account.start(uuid));
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aNewTimerReplacesTheOldOne() {
        set(5);
        set(10);
        tenant.after(5 * MINUTE);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        tenant.after(5 * MINUTE);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
    }

    @Test
    void aTimerIsRemovedWhenTheInstanceStopsForAnotherReason() {
        set(60);
        tenant.does(account -> account.saveImage(uuid, null, null));
        assertThat(tenant.sees(uuid).shutdownTime()).isZero();
        tenant.after(DURATIONS.imageUpload()).does(account -> account.start(uuid));
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

    /** The value is added to the present moment if it is a timestamp. */
    @ParameterizedTest
    @CsvSource({
        "EITHER, false, 5, 300",
        "EITHER, false, 60, 3600",
        "EITHER, false, 9999999, 599999940",
        "EITHER, true, 300, 300",
        "EITHER, true, 1000000000, 1000000000",
        "EPOCH_SECONDS, true, 3600, 3600",
        "MINUTES, false, 60, 3600"
    })
    void aValueIsReadInTheUnitOfTheRules(TimerUnit unit, boolean timestamp, long value, long ahead) {
        Tenant tenant = with(unit);
        String running = tenant.runs();
        long shutdownTime = timestamp ? tenant.now() + value : value;
        assertThat(tenant.does(account -> account.setShutdownTimer(running, shutdownTime, true))
                        .shutdownTime())
                .isEqualTo(tenant.now() + ahead);
    }

    @Test
    void tooManyMinutesAreTheLastTimestamp() {
        Tenant tenant = with(TimerUnit.MINUTES);
        String running = tenant.runs();
        assertThat(tenant.does(account -> account.setShutdownTimer(running, Long.MAX_VALUE, true))
                        .shutdownTime())
                .isEqualTo(253_402_300_799L);
    }

    @ParameterizedTest
    @CsvSource({
        "EITHER, 1",
        "EITHER, 4",
        "EITHER, 10000000",
        "EPOCH_SECONDS, 60",
        "EITHER, " + (Tenant.START + 20 + 299)
    })
    void lessThanFiveMinutesAheadIsRejected(TimerUnit unit, long shutdownTime) {
        Tenant tenant = with(unit);
        String running = tenant.runs();
        assertThat(tenant.isRefused(account -> account.setShutdownTimer(running, shutdownTime, true)))
                .isEqualTo("TIMER_LEAD_TIME must be 0 or at least 5 minutes after now");
        assertThat(tenant.sees(running).shutdownTime()).isZero();
    }

    private static Tenant with(TimerUnit unit) {
        return Tenant.with(Tenant.rules(unit, StartMode.AUTOMATIC), Tenant.seed(100_000));
    }

    @Test
    void zeroOrDisablingCancelsATimer() {
        assertThat(set(0).shutdownTime()).isZero();
        set(60);
        tenant.does(account -> account.setShutdownTimer(uuid, 1, false));
        assertThat(tenant.sees(uuid).shutdownTime()).isZero();
        set(60);
        set(0);
        assertThat(tenant.sees(uuid).shutdownTime()).isZero();
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void theInstanceIsCheckedBeforeTheTime() {
        assertThat(tenant.isRefused(account -> account.setShutdownTimer("none", 1, true)))
                .startsWith("INSTANCE_UNSUITABLE");
    }
}
