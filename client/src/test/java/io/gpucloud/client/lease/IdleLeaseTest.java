package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.testing.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases that end when they are idle, and work that is done before an instance is destroyed. */
class IdleLeaseTest extends AccountTestBase {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration IDLE = Duration.ofMinutes(20);
    private static final RentalPlan JOB = PLAN.toBuilder().idleTimeout(IDLE).build();
    private static final Duration LONG = Duration.ofMinutes(50);

    private final List<LeaseEvent.Type> events = new CopyOnWriteArrayList<>();
    private final List<String> saved = new CopyOnWriteArrayList<>();

    @TempDir
    private Path journal;

    private LeaseOptions.Builder options() {
        return LeaseOptions.builder()
                .owner("service")
                .journal(journal)
                .listener(event -> events.add(event.type()))
                .unverifiedTimer(UnverifiedTimerPolicy.DESTROY);
    }

    private LeaseOptions.Builder saving() {
        return options().beforeDestroy(lease -> saved.addAll(account.instances()), Duration.ofMinutes(2));
    }

    private DefaultLeases start(LeaseOptions.Builder options) {
        return DefaultLeases.open(client, options.build());
    }

    /** The leases do their background work every minute. */
    @Test
    void anIdleInstanceIsDestroyed() {
        try (DefaultLeases leases = start(options())) {
            leases.rent(JOB);
            pass(leases, IDLE.minus(MINUTE));
            assertThat(account.instances()).hasSize(1);
            pass(leases, MINUTE);

            assertThat(account.instances()).isEmpty();
            assertThat(events).endsWith(LeaseEvent.Type.IDLE, LeaseEvent.Type.ENDING, LeaseEvent.Type.ENDED);
        }
    }

    @Test
    void aTouchBeginsTheTimeAgain() {
        try (DefaultLeases leases = start(options())) {
            InstanceLease lease = leases.rent(JOB);
            pass(leases, IDLE.minus(MINUTE));
            lease.touch();
            pass(leases, IDLE.minus(MINUTE));
            assertThat(lease.isOpen()).isTrue();
            pass(leases, MINUTE);

            assertThat(lease.isOpen()).isFalse();
        }
    }

    @Test
    void aLeaseWithoutIdleTimeoutIsNeverIdle() {
        try (DefaultLeases leases = start(options())) {
            InstanceLease lease = leases.rent(PLAN);
            lease.touch();
            pass(leases, LONG);

            assertThat(lease.isOpen()).isTrue();
        }
    }

    @Test
    void anActiveLeaseGoesOn() {
        AtomicBoolean active = new AtomicBoolean(true);
        try (DefaultLeases leases = start(options().active(lease -> active.get()))) {
            InstanceLease lease = leases.rent(JOB);
            pass(leases, IDLE.plusMinutes(5));
            active.set(false);
            pass(leases, IDLE.minus(MINUTE));
            assertThat(lease.isOpen()).isTrue();
            pass(leases, MINUTE);

            assertThat(lease.isOpen()).isFalse();
        }
    }

    @Test
    void aProbeThatFailsCountsAsActive() {
        LeaseOptions.Builder options = options().active(lease -> {
            throw new IllegalStateException("unreadable");
        });
        try (DefaultLeases leases = start(options)) {
            InstanceLease lease = leases.rent(JOB);
            pass(leases, LONG);

            assertThat(lease.isOpen()).isTrue();
        }
    }

    @Test
    void aResumedLeaseIsIdleOnlyOnceItIsKnownHowItWouldBeActive() {
        handOver();

        try (DefaultLeases next = start(options().onClose(OnClose.HAND_OVER))) {
            InstanceLease lease = next.openLeases().get(0);
            pass(next, IDLE.plusMinutes(5));
            assertThat(lease.isOpen()).isTrue();

            lease.touch();
            pass(next, IDLE);
            assertThat(lease.isOpen()).isFalse();
        }
    }

    @Test
    void aResumedLeaseHasTheProbe() {
        handOver();

        try (DefaultLeases next = start(options().onClose(OnClose.HAND_OVER).active(lease -> false))) {
            pass(next, IDLE);

            assertThat(account.instances()).isEmpty();
        }
    }

    private void handOver() {
        try (DefaultLeases leases = start(options().onClose(OnClose.HAND_OVER))) {
            leases.rent(JOB);
        }
        assertThat(account.instances()).hasSize(1);
    }

    @Test
    void aLostInstanceIsNotIdle() {
        try (DefaultLeases leases = start(options().whenLost(LostPolicy.KEEP))) {
            leases.rent(JOB);
            account.shuttingDown(firstInstance);
            pass(leases, LONG);

            assertThat(events).contains(LeaseEvent.Type.LOST).doesNotContain(LeaseEvent.Type.IDLE);
            assertThat(account.instances()).hasSize(1);
        }
    }

    @Test
    void anIdleInstanceThatCouldNotBeDestroyedIsDestroyedLater() {
        try (DefaultLeases leases = start(options())) {
            leases.rent(JOB);
            account.failing("destroy", 1000, Reply.json(503, "{}"));
            pass(leases, IDLE);
            assertThat(events).contains(LeaseEvent.Type.IDLE, LeaseEvent.Type.NOT_DESTROYED);

            account.recover();
            pass(leases, Duration.ofMinutes(5));

            assertThat(account.instances()).isEmpty();
            assertThat(events).containsOnlyOnce(LeaseEvent.Type.IDLE);
        }
    }

    @Test
    void workIsDoneBeforeAnIdleInstanceIsDestroyed() {
        try (DefaultLeases leases = start(saving())) {
            leases.rent(JOB);
            pass(leases, IDLE);
        }

        assertThat(saved).containsExactly(firstInstance);
        assertThat(account.instances()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void workIsDoneOnceBeforeALeaseIsClosed(boolean byItself) {
        try (DefaultLeases leases = start(saving())) {
            InstanceLease lease = leases.rent(PLAN);
            if (byItself) {
                lease.close();
                lease.close();
            }
        }

        assertThat(saved).containsExactly(firstInstance);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void noWorkIsDoneForAnInstanceThatStays() {
        try (DefaultLeases leases = start(saving().onClose(OnClose.HAND_OVER))) {
            leases.rent(PLAN).keep();
            leases.rent(PLAN);
        }

        assertThat(saved).isEmpty();
        assertThat(account.instances()).hasSize(2);
    }

    @Test
    void noWorkIsDoneForAnInstanceThatIsLost() {
        try (DefaultLeases leases = start(saving())) {
            leases.rent(PLAN);
            account.shuttingDown(firstInstance);
            pass(leases, MINUTE);
        }

        assertThat(saved).isEmpty();
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void aFailureOfTheWorkDelaysNothing() {
        LeaseOptions.Builder options = options()
                .beforeDestroy(
                        lease -> {
                            throw new IllegalStateException("nothing to save");
                        },
                        MINUTE);
        try (DefaultLeases leases = start(options)) {
            leases.rent(PLAN);
        }

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void workThatTakesTooLongIsInterrupted() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        LeaseOptions.Builder options =
                options().beforeDestroy(lease -> awaitInterrupt(interrupted), Duration.ofMillis(1));
        try (DefaultLeases leases = start(options)) {
            leases.rent(PLAN);
        }

        interrupted.await();
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInterruptOfTheClosingThreadEndsTheWork() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread closing = Thread.currentThread();
        LeaseOptions.Builder options = options()
                .beforeDestroy(
                        lease -> {
                            closing.interrupt();
                            awaitInterrupt(interrupted);
                        },
                        HOUR);
        try (DefaultLeases leases = start(options)) {
            leases.rent(PLAN).close();
            assertThat(Thread.interrupted()).isTrue();
        }

        interrupted.await();
        assertThat(account.instances()).isEmpty();
    }

    private static void awaitInterrupt(CountDownLatch interrupted) {
        try {
            new CompletableFuture<>().get();
        } catch (Exception expected) {
            interrupted.countDown();
        }
    }

    /** The request of the thread that closes is sent, although the thread was interrupted before. */
    @Test
    void anEarlierInterruptDoesNotPreventTheWork() {
        try (DefaultLeases leases = start(saving())) {
            InstanceLease lease = leases.rent(PLAN);
            Thread.currentThread().interrupt();
            lease.close();
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(saved).containsExactly(firstInstance);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void theTimerLeavesTheWorkItsTime() {
        AtomicInteger left = new AtomicInteger();
        LeaseOptions.Builder options = options()
                .beforeDestroy(
                        lease -> {
                            Instant end = Instant.ofEpochSecond(account.shutdownTime(firstInstance));
                            left.set((int) Duration.between(time.now(), end).toMinutes());
                        },
                        Duration.ofMinutes(30));
        try (DefaultLeases leases = start(options)) {
            leases.rent(PLAN);
            pass(leases, LONG);
        }

        assertThat(left).hasValue(30);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void theWorkIsDoneEvenIfTheTimerCannotBeMoved() {
        LeaseOptions.Builder options =
                options().beforeDestroy(lease -> saved.addAll(account.instances()), Duration.ofMinutes(30));
        try (DefaultLeases leases = start(options)) {
            leases.rent(PLAN);
            pass(leases, LONG);
            account.failing("shutdown_timer", 1000, Reply.json(503, "{}"));
        }

        assertThat(saved).containsExactly(firstInstance);
        assertThat(account.instances()).isEmpty();
    }
}
