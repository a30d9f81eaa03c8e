package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.resource.ShutdownTimerVerification.Outcome;
import io.gpucloud.client.testing.RentingService;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Leases with a service that lists another timer than the requested one, or none. */
class LeaseTimerTest extends RentingServiceTestBase {

    private static String disabled(long requested) {
        return RentingService.timer(false, requested);
    }

    /** The timer as listed by a service that reads a timestamp as minutes. */
    private static String later(long requested) {
        return RentingService.timer(true, requested * 61);
    }

    private static String absent(long requested) {
        return "";
    }

    @Test
    void confirmsItsTimerInTheList() {
        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.timerVerified()).isTrue();
        assertThat(lease.endsAt())
                .isEqualTo(TestTime.START.plus(HOUR))
                .isEqualTo(Instant.ofEpochSecond(service.requestedTime()));
        assertThat(warnings()).isEmpty();
    }

    @Test
    void endsToTheSecondWhenItsTimerDoes() throws InterruptedException {
        time.sleep(Duration.ofMillis(1));

        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.endsAt())
                .isEqualTo(TestTime.START.plus(HOUR).plusSeconds(1))
                .isEqualTo(Instant.ofEpochSecond(service.requestedTime()));
        assertThat(lease.extend(Duration.ofMillis(1500)))
                .isEqualTo(TestTime.START.plus(HOUR).plusSeconds(3))
                .isEqualTo(Instant.ofEpochSecond(service.requestedTime()))
                .isEqualTo(lease.endsAt());
    }

    @Test
    void endsWhenTheListSaysSoIfThatIsWithinTheTolerance() {
        service.listTimers(requested -> RentingService.timer(true, requested + 30));

        assertThat(rent(OPTIONS).endsAt()).isEqualTo(TestTime.START.plus(HOUR).plusSeconds(30));
    }

    @Test
    void destroysAnInstanceWhoseTimerIsNotEnabled() {
        service.listTimers(LeaseTimerTest::disabled);

        TimerNotConfirmedException contradicted =
                catchThrowableOfType(TimerNotConfirmedException.class, () -> rent(OPTIONS));

        assertThat(contradicted)
                .hasMessageContaining("instance " + service.instanceUuid())
                .hasMessageContaining("requested a shutdown at 2026-01-01T01:00:00Z")
                .hasMessageContaining("enable=false")
                .hasMessageContaining("the instance was destroyed")
                .hasNoSuppressedExceptions();
        assertThat(contradicted.instanceUuid()).isEqualTo(service.instanceUuid());
        assertThat(contradicted.verification().outcome()).isEqualTo(Outcome.CONTRADICTED);
        assertThat(contradicted.mayHaveTakenEffect()).isFalse();
        assertThat(service.hasInstance()).isFalse();
    }

    @Test
    void destroysAnInstanceWhoseTimestampWasTakenForMinutes() {
        service.listTimers(LeaseTimerTest::later);

        assertThatThrownBy(() -> rent(OPTIONS))
                .isInstanceOf(TimerNotConfirmedException.class)
                .hasMessageContaining("the instance was destroyed");

        assertThat(service.hasInstance()).isFalse();
    }

    @Test
    void saysSoOnceIfItCannotDestroyTheInstance() {
        service.listTimers(LeaseTimerTest::disabled);
        service.keepInstance();

        TimerNotConfirmedException contradicted =
                catchThrowableOfType(TimerNotConfirmedException.class, () -> rent(OPTIONS));

        assertThat(contradicted).hasMessageContaining("the instance was not destroyed and may cost money");
        assertThat(contradicted.mayHaveTakenEffect()).isTrue();
        assertThat(contradicted.getSuppressed()).singleElement().isInstanceOf(InstanceNotDestroyedException.class);
        assertThat(time.passed()).isLessThan(OPTIONS.destroyDeadline().plusMinutes(1));
    }

    @Test
    void setsTheTimerOnceMoreBeforeItDestroysAnInstance() {
        service.listTimers(LeaseTimerTest::disabled, RentingService::asRequested);

        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.timerVerified()).isTrue();
        assertThat(service.times("shutdown_timer")).isEqualTo(2);
        assertThat(service.hasInstance()).isTrue();
    }

    @Test
    void destroysAnInstanceThatCannotLiveLonger() {
        service.listTimers(RentingService::asRequested, LeaseTimerTest::disabled);
        InstanceLease lease = rent(OPTIONS);

        assertThatThrownBy(() -> lease.extend(HOUR)).isInstanceOf(TimerNotConfirmedException.class);

        assertThat(lease.timerVerified()).isFalse();
        assertThat(service.hasInstance()).isFalse();
    }

    @Test
    void keepsAnInstanceWhoseTimerCannotBeVerifiedAndWarnsOnce() {
        service.listTimers(LeaseTimerTest::absent);

        InstanceLease lease = rent(OPTIONS);
        lease.extend(HOUR);

        assertThat(lease.timerVerified()).isFalse();
        assertThat(lease.endsAt()).isEqualTo(TestTime.START.plus(HOUR).plus(HOUR));
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("instance " + service.instanceUuid() + " cannot be verified", "no timer");
        assertThat(service.hasInstance()).isTrue();
    }

    @Test
    void losesAConfirmationThatTheNextTimerDoesNotGet() {
        service.listTimers(RentingService::asRequested, LeaseTimerTest::absent);
        InstanceLease lease = rent(OPTIONS);

        lease.extend(HOUR);

        assertThat(lease.timerVerified()).isFalse();
    }

    @Test
    void destroysAnInstanceWhoseTimerCannotBeVerifiedOnRequest() {
        service.listTimers(LeaseTimerTest::absent);

        assertThatThrownBy(() -> rent(OPTIONS.toBuilder()
                        .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                        .build()))
                .isInstanceOfSatisfying(
                        TimerNotConfirmedException.class,
                        unverified ->
                                assertThat(unverified.verification().outcome()).isEqualTo(Outcome.NOT_VERIFIABLE))
                .hasMessageContaining("the list shows no timer; the instance was destroyed");

        assertThat(service.hasInstance()).isFalse();
    }

    @Test
    void setsItsTimerInTheUnitOfTheClient() {
        service.listTimers(minutes -> RentingService.timer(
                true, TestTime.START.plusSeconds(minutes * 60).getEpochSecond()));
        try (GpuCloudClient inMinutes = TestClients.builder(server, time)
                .shutdownTimeUnit(ShutdownTimeUnit.MINUTES)
                .build()) {

            InstanceLease lease = Leases.of(inMinutes, OPTIONS).rent(PLAN);

            assertThat(service.requestedTime()).isEqualTo(60);
            assertThat(lease.timerVerified()).isTrue();
            assertThat(lease.endsAt()).isEqualTo(TestTime.START.plus(HOUR));
        }
    }
}
