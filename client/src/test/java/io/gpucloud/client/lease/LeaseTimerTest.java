package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.resource.ShutdownTimerVerification.Outcome;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Leases with a service that lists another timer than the requested one, or none. */
class LeaseTimerTest extends AccountTestBase {

    private static final LeaseOptions OPTIONS =
            LeaseOptions.builder().withoutJournal().build();

    @AutoClose
    private final CapturedLog log = new CapturedLog("io.gpucloud.client.lease");

    LeaseTimerTest() {
        super("i-" + UUID.randomUUID() + "-");
    }

    private InstanceLease rent(LeaseOptions options) {
        return Leases.of(client, options).rent(PLAN);
    }

    private List<String> warnings() {
        return log.messages(Level.WARN, firstInstance);
    }

    private static String disabled(long requested) {
        return AccountService.timer(false, requested);
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
                .isEqualTo(Instant.ofEpochSecond(account.shutdownTime(firstInstance)));
        assertThat(warnings()).isEmpty();
    }

    @Test
    void endsToTheSecondWhenItsTimerDoes() throws InterruptedException {
        time.sleep(Duration.ofMillis(1));

        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.endsAt())
                .isEqualTo(TestTime.START.plus(HOUR).plusSeconds(1))
                .isEqualTo(Instant.ofEpochSecond(account.shutdownTime(firstInstance)));
        assertThat(lease.extend(Duration.ofMillis(1500)))
                .isEqualTo(TestTime.START.plus(HOUR).plusSeconds(3))
                .isEqualTo(Instant.ofEpochSecond(account.shutdownTime(firstInstance)))
                .isEqualTo(lease.endsAt());
    }

    @Test
    void endsWhenTheListSaysSoIfThatIsWithinTheTolerance() {
        account.listTimers(requested -> AccountService.timer(true, requested + 30));

        assertThat(rent(OPTIONS).endsAt()).isEqualTo(TestTime.START.plus(HOUR).plusSeconds(30));
    }

    @Test
    void destroysAnInstanceWhoseTimerIsNotEnabled() {
        account.listTimers(LeaseTimerTest::disabled);

        TimerNotConfirmedException contradicted =
                catchThrowableOfType(TimerNotConfirmedException.class, () -> rent(OPTIONS));

        assertThat(contradicted)
                .hasMessageContaining("instance " + firstInstance)
                .hasMessageContaining("requested a shutdown at 2026-01-01T01:00:00Z")
                .hasMessageContaining("enable=false")
                .hasMessageContaining("the instance was destroyed")
                .hasNoSuppressedExceptions();
        assertThat(contradicted.instanceUuid()).isEqualTo(firstInstance);
        assertThat(contradicted.verification().outcome()).isEqualTo(Outcome.CONTRADICTED);
        assertThat(contradicted.mayHaveTakenEffect()).isFalse();
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void saysSoOnceIfItCannotDestroyTheInstance() {
        account.listTimers(LeaseTimerTest::disabled);
        account.failing("destroy", 1000, Reply.code(-1, "an image uploads"));

        TimerNotConfirmedException contradicted =
                catchThrowableOfType(TimerNotConfirmedException.class, () -> rent(OPTIONS));

        assertThat(contradicted).hasMessageContaining("the instance was not destroyed and may cost money");
        assertThat(contradicted.mayHaveTakenEffect()).isTrue();
        assertThat(contradicted.getSuppressed()).singleElement().isInstanceOf(InstanceNotDestroyedException.class);
        assertThat(time.passed())
                .isLessThan(OPTIONS.window().plus(OPTIONS.destroyDeadline()).plusMinutes(1));
    }

    @Test
    void setsTheTimerOnceMoreBeforeItDestroysAnInstance() {
        account.listTimers(LeaseTimerTest::disabled, AccountService::asRequested);

        InstanceLease lease = rent(OPTIONS);

        assertThat(lease.timerVerified()).isTrue();
        assertThat(account.requests("shutdown_timer")).isEqualTo(2);
        assertThat(account.instances()).containsExactly(firstInstance);
    }

    @Test
    void destroysAnInstanceThatCannotLiveLonger() {
        account.listTimers(AccountService::asRequested, LeaseTimerTest::disabled);
        InstanceLease lease = rent(OPTIONS);

        assertThatThrownBy(() -> lease.extend(HOUR)).isInstanceOf(TimerNotConfirmedException.class);

        assertThat(lease.timerVerified()).isFalse();
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void keepsAnInstanceWhoseTimerCannotBeVerifiedAndWarnsOnce() {
        account.listTimers(LeaseTimerTest::absent);

        InstanceLease lease = rent(OPTIONS);
        lease.extend(HOUR);

        assertThat(lease.timerVerified()).isFalse();
        assertThat(lease.endsAt()).isEqualTo(TestTime.START.plus(HOUR).plus(HOUR));
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("instance " + firstInstance + " cannot be verified", "no timer");
        assertThat(account.instances()).containsExactly(firstInstance);
    }

    @Test
    void losesAConfirmationThatTheNextTimerDoesNotGet() {
        account.listTimers(AccountService::asRequested, LeaseTimerTest::absent);
        InstanceLease lease = rent(OPTIONS);

        lease.extend(HOUR);

        assertThat(lease.timerVerified()).isFalse();
    }

    @Test
    void destroysAnInstanceWhoseTimerCannotBeVerifiedOnRequest() {
        account.listTimers(LeaseTimerTest::absent);

        assertThatThrownBy(() -> rent(OPTIONS.toBuilder()
                        .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                        .build()))
                .isInstanceOfSatisfying(
                        TimerNotConfirmedException.class,
                        unverified ->
                                assertThat(unverified.verification().outcome()).isEqualTo(Outcome.NOT_VERIFIABLE))
                .hasMessageContaining("the list shows no timer; the instance was destroyed");

        assertThat(account.instances()).isEmpty();
    }
}
