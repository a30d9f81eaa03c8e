package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static io.gpucloud.stub.account.Tenant.HOUR;
import static io.gpucloud.stub.account.Tenant.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShutdownTimerTest {

    private final Tenant tenant = Tenant.withFunds();
    private final String uuid = tenant.runs();

    private Instance set(long shutdownTime) {
        return tenant.does(account -> account.setShutdownTimer(uuid, shutdownTime, true));
    }

    @Test
    void aTimerThatIsSetShutsTheInstanceDownAtItsMomentAndIsGoneThen() {
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
    void aTimerThatIsSetFiresOnce() {
        set(5);
        tenant.after(HOUR).does(account -> account.start(uuid));
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aTimerThatIsSetIsReplacedByTheNextOne() {
        set(5);
        set(10);
        tenant.after(5 * MINUTE);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        tenant.after(5 * MINUTE);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
    }

    @Test
    void aTimerThatIsSetIsForgottenWhenTheInstanceStopsForAnotherReason() {
        set(60);
        tenant.does(account -> account.saveImage(uuid, null, null));
        assertThat(tenant.sees(uuid).shutdownTime()).isZero();
        tenant.after(DURATIONS.imageUpload()).does(account -> account.start(uuid));
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aTimerThatIsSetIsKeptByARestartAndEndsTheBootThatIsUnderWay() {
        set(5);
        tenant.after(5 * MINUTE - 1).does(account -> account.restart(uuid));
        assertThat(tenant.sees(uuid).shutdownTime()).isEqualTo(tenant.now() + 1);
        tenant.after(1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
        tenant.after(HOUR);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUT_DOWN);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 60, 9_999_999})
    void itsUnitIsMinutesFromNowForSmallNumbers(long minutes) {
        assertThat(set(minutes).shutdownTime()).isEqualTo(tenant.now() + minutes * MINUTE);
    }

    @ParameterizedTest
    @ValueSource(longs = {300, 301, 1_000_000_000})
    void itsUnitIsAMomentForLargeNumbers(long ahead) {
        assertThat(set(tenant.now() + ahead).shutdownTime()).isEqualTo(tenant.now() + ahead);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4, 10_000_000, Tenant.START, Tenant.START + 20 + 299})
    void itsUnitRefusesWhatIsLessThanFiveMinutesAhead(long shutdownTime) {
        assertThat(tenant.isRefused(account -> account.setShutdownTimer(uuid, shutdownTime, true)))
                .isEqualTo("TIMER_LEAD_TIME must be 0 or at least 5 minutes after now");
        assertThat(tenant.sees(uuid).shutdownTime()).isZero();
    }

    private Tenant with(TimerUnit unit) {
        Rules rules = Tenant.rules(unit, StartMode.AUTOMATIC);
        return Tenant.with(rules, Tenant.seed(100_000));
    }

    private Instance set(Tenant tenant, long shutdownTime) {
        String uuid = tenant.runs();
        return tenant.does(account -> account.setShutdownTimer(uuid, shutdownTime, true));
    }

    @Test
    void aUnitThatIsSetReadsEveryValueAsAMoment() {
        Tenant tenant = with(TimerUnit.EPOCH_SECONDS);
        String running = tenant.runs();
        assertThat(tenant.isRefused(account -> account.setShutdownTimer(running, 60, true)))
                .isEqualTo("TIMER_LEAD_TIME must be 0 or at least 5 minutes after now");
        long moment = tenant.now() + HOUR;
        assertThat(tenant.does(account -> account.setShutdownTimer(running, moment, true))
                        .shutdownTime())
                .isEqualTo(moment);
    }

    @Test
    void aUnitThatIsSetReadsEveryValueAsMinutes() {
        Tenant tenant = with(TimerUnit.MINUTES);
        assertThat(set(tenant, 60).shutdownTime()).isEqualTo(tenant.now() + HOUR);
        long moment = tenant.now() + HOUR;
        assertThat(set(tenant, moment).shutdownTime()).isEqualTo(tenant.now() + moment * MINUTE);
    }

    @Test
    void aUnitThatIsSetReadsTooManyMinutesAsTheLastMoment() {
        assertThat(set(with(TimerUnit.MINUTES), Long.MAX_VALUE).shutdownTime()).isEqualTo(253_402_300_799L);
    }

    @Test
    void isCancelledByZeroOrWhenItIsSwitchedOff() {
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
    void aMissingInstanceIsRefusedBeforeItsTimeIsLookedAt() {
        assertThat(tenant.isRefused(account -> account.setShutdownTimer("none", 1, true)))
                .startsWith("INSTANCE_UNSUITABLE");
    }
}
