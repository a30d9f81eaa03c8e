package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases that recover what ended processes left, although the service fails, and what sibling processes leave. */
class HealingTest extends AccountTestBase {

    private static final RentalPlan JOB = PLAN.toBuilder().tag("job-5529").build();
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final LeaseTerms TERMS = new LeaseTerms("job-5529", HOUR);

    @TempDir
    private Path journal;

    private @Nullable Leases running;

    private LeaseOptions.Builder options() {
        return handingOver(journal);
    }

    private DefaultLeases start() {
        return start(options().build());
    }

    private DefaultLeases start(LeaseOptions options) {
        return DefaultLeases.open(client, options);
    }

    /** An ended process leaves an instance, with a shutdown timer or without. */
    private String left(boolean handedOver, @Nullable Instant endsAt) {
        String instance = account.foreign("");
        LeaseRecord record = EndedProcess.leased(instance, TERMS, time.now(), endsAt);
        if (handedOver) {
            EndedProcess.handsOver(journal, record);
        } else {
            EndedProcess.leaves(journal, record);
        }
        return instance;
    }

    @Test
    void aRecoveryIsTriedUntilItSucceeds() {
        String left = left(false, time.now().plus(HOUR));
        account.failing("list", 1000, Reply.json(503, "{}"));

        try (DefaultLeases next = start()) {
            PendingLease waiting = new PendingLease(LeaseState.RUNNING, true, "job-5529", left);
            for (int i = 0; i < 10; i++) {
                assertThat(next.pending()).containsExactly(waiting);
                assertThat(next.statistics().waiting()).isEqualTo(1);
                assertThat(next.statistics().recoveryFailure()).hasMessageContaining("503");
                pass(next, MINUTE);
            }
            account.recover();
            pass(next, MINUTE);

            assertThat(account.instances()).isEmpty();
            assertThat(next.pending()).isEmpty();
            assertThat(next.statistics().recoveryFailure()).isNull();
        }
    }

    @Test
    void aRecoveryIsTriedAgainAfterAnError() {
        left(false, time.now().plus(HOUR));
        AtomicBoolean memory = new AtomicBoolean();
        LeaseOptions options = options()
                .recovery(found -> {
                    if (memory.compareAndSet(false, true)) {
                        throw new OutOfMemoryError("of the test");
                    }
                    return RecoveryDecision.DESTROY;
                })
                .build();

        try (DefaultLeases next = start(options)) {
            assertThat(next.statistics().recoveryFailure()).hasMessageContaining("of the test");
            pass(next, MINUTE);

            assertThat(account.instances()).isEmpty();
            assertThat(next.statistics().recoveryFailure()).isNull();
        }
    }

    @Test
    void aRunningReplicaTakesOverWhatAnotherHandsOver() {
        try (DefaultLeases second = start()) {
            DefaultLeases first = start();
            Instant end = first.rent(JOB).endsAt();
            first.close();
            pass(second, MINUTE);

            assertThat(second.openLeases()).singleElement().satisfies(lease -> {
                assertThat(lease.tag()).isEqualTo("job-5529");
                assertThat(lease.endsAt()).isEqualTo(end);
            });
            second.openLeases().forEach(InstanceLease::close);
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void whatAnotherReplicaHasRecoveredIsNoLongerPending() {
        left(false, time.now().plus(HOUR));
        account.failing("list", 1000, Reply.json(503, "{}"));
        try (DefaultLeases first = start(options().uniqueTags(true).build())) {
            assertThat(first.pending()).hasSize(1);
            account.recover();
            try (DefaultLeases second = start()) {
                second.recover(found -> RecoveryDecision.DESTROY);
            }
            assertThat(account.instances()).isEmpty();
            assertThat(first.pending()).isEmpty();
            first.rent(JOB).close();
        }
    }

    @Test
    void aRunningReplicaEndsWhatAKilledOneLeft() {
        try (DefaultLeases running = start()) {
            left(false, time.now().plus(HOUR));
            pass(running, MINUTE);

            assertThat(account.instances()).isEmpty();
        }
    }

    @Test
    void aReplicaThatShallNotRecoverDoesNotTakeOver() {
        try (DefaultLeases running = start(options().recoverOnStart(false).build())) {
            String left = left(false, time.now().plus(HOUR));
            pass(running, HOUR);

            assertThat(account.instances()).containsExactly(left);
        }
    }

    @Test
    void anInstanceIsPendingWhileItBootsAndItsTagIsInUse() {
        String left = left(true, null);
        account.booting();
        Semaphore pauses = new Semaphore(0);
        try (GpuCloudClient slow = pausing(pauses::acquireUninterruptibly);
                Leases next = Leases.of(slow, options().uniqueTags(true).build())) {
            while (next.pending().stream()
                    .noneMatch(lease -> lease.state() == LeaseState.BOOTING && !lease.recovering())) {
                Thread.onSpinWait();
            }
            assertThat(next.pending()).containsExactly(new PendingLease(LeaseState.BOOTING, false, "job-5529", left));
            assertThat(next.openLeases()).isEmpty();
            assertThatThrownBy(() -> next.rent(JOB)).isInstanceOf(TagInUseException.class);

            account.boots();
            pauses.release(1000);
            next.recover(found -> RecoveryDecision.DESTROY);
            assertThat(next.pending()).isEmpty();
            assertThat(next.openLeases()).hasSize(1);
            assertThatThrownBy(() -> next.rent(JOB)).isInstanceOf(TagInUseException.class);
            next.openLeases().forEach(InstanceLease::close);
            next.rent(JOB).close();
        }
        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }

    @Test
    void aCreateRequestWithoutAnOutcomeIsPending() {
        leftInDoubt();
        account.failing("list", 1000, Reply.json(503, "{}"));

        try (DefaultLeases next = start(options().uniqueTags(true).build())) {
            assertThat(next.pending()).containsExactly(new PendingLease(LeaseState.CREATING, true, "job-5529", null));
            assertThatThrownBy(() -> next.rent(JOB)).isInstanceOf(TagInUseException.class);
        }
    }

    /** As a rental of a running process goes on after the window. */
    @Test
    void aCreateRequestThatNoListShowsDoesNotKeepItsTagInUse() {
        leftInDoubt();

        try (DefaultLeases next = start(
                options().uniqueTags(true).accountUse(AccountUse.OWNER_TITLES).build())) {
            next.recover(found -> RecoveryDecision.DESTROY);
            assertThat(next.pending()).isEmpty();
            pass(next, MINUTE);

            next.rent(JOB).close();
        }
    }

    /** A process is killed before the response to its create request. */
    private void leftInDoubt() {
        EndedProcess.leaves(journal, EndedProcess.creating("89abcdef", TERMS, time.now()));
    }

    /** The list that the recovery reads also shows that a lease is lost, whose listener adopts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInstanceThatIsAdoptedDuringARecoveryIsNotDestroyed(boolean wasKept) {
        LeaseRecord reported = EndedProcess.creating("4d5e6f70", TERMS, time.now())
                .to(LeaseState.IN_DOUBT)
                .to(LeaseState.UNKNOWN);
        String kept = account.foreign("");
        LeaseRecord given = EndedProcess.leased(
                        kept, TERMS, time.now(), time.now().plus(HOUR.multipliedBy(10)))
                .to(LeaseState.KEPT);
        EndedProcess.leaves(journal, wasKept ? given : reported);
        List<InstanceLease> adopted = new ArrayList<>();
        LeaseListener adopts = at(
                LeaseEvent.Type.LOST,
                () -> adopted.add(Objects.requireNonNull(running).adopt(kept, HOUR)));
        LeaseOptions options = options()
                .onClose(OnClose.DESTROY)
                .recoverOnStart(false)
                .listener(adopts)
                .build();
        try (DefaultLeases leases = start(options)) {
            running = leases;
            account.shuttingDown(leases.rent(PLAN).instanceUuid());

            RecoveryReport report = leases.recover(found -> RecoveryDecision.DESTROY);

            assertThat(report.destroyed()).doesNotContain(kept);
            assertThat(adopted).singleElement().matches(InstanceLease::isOpen);
            assertThat(account.instances()).contains(kept);
        }
    }
}
