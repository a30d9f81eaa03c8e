package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import feign.RequestInterceptor;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.Latches;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Leases in an account in which every program gives its instances a title with the owner. */
class OwnerTitlesTest extends AccountTestBase {

    private static final String OTHER = "instance-1";
    private static final String TITLE = "service.01234567: lease";

    @Test
    void aLostInstanceIsDestroyedAndTheRentalGoesOn() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        String named = account.foreign(TITLE);

        try (Leases leases = Leases.of(client, REPLICA)) {
            InstanceLease lease = leases.rent(PLAN);

            assertThat(account.instances()).containsExactlyInAnyOrder(named, lease.instanceUuid());
            assertThat(account.requests("create_by_pod")).isEqualTo(2);
        }
        assertThat(account.instances()).containsExactly(named);
    }

    /** Rents while another replica creates an instance without a title, which must not be touched. */
    private void rentWhileAReplicaCreates(Runnable atOnce, Runnable later) {
        account.failing("create_by_pod", 1, Reply.reset());
        Runnable meanwhile = () -> {
            if (account.instances().isEmpty()) {
                account.foreign("");
                atOnce.run();
            } else {
                later.run();
            }
        };
        try (GpuCloudClient searching = pausing(meanwhile);
                Leases leases = Leases.of(searching, REPLICA)) {
            leases.rent(PLAN);
        }
        assertThat(account.instances()).containsExactly(OTHER);
    }

    @Test
    void anInstanceWhoseReplicaSetsItsTitleLateIsNotTouched() {
        rentWhileAReplicaCreates(() -> {}, () -> {
            if (time.passed().compareTo(REPLICA.window()) > 0) {
                account.rename(OTHER, TITLE);
            }
        });
        assertThat(account.title(OTHER)).startsWith(TITLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESUME", "KEEP"})
    void anInstanceThatAReplicaRecoversIsNotTouched(RecoveryDecision decision, @TempDir Path journal) {
        Leases replica = replica(client, journal);
        rentWhileAReplicaCreates(() -> recover(replica, journal, decision), () -> {});
        assertThat(account.title(OTHER)).startsWith(TITLE);
    }

    @Test
    void anInstanceThatAReplicaAdoptsIsNotTouched(@TempDir Path journal) {
        Leases replica = replica(client, journal);
        rentWhileAReplicaCreates(() -> replica.adopt(OTHER, HOUR), () -> {});
        assertThat(account.title(OTHER)).startsWith("service.");
    }

    private static Leases replica(GpuCloudClient client, Path journal) {
        return Leases.of(
                client,
                REPLICA.toBuilder().journal(journal).recoverOnStart(false).build());
    }

    private void recover(Leases replica, Path journal, RecoveryDecision decision) {
        EndedProcess.leaves(
                journal, EndedProcess.leased("01234567", OTHER, new LeaseTerms(null, HOUR), time.now(), null));
        RecoveryReport report = replica.recover(found -> decision);
        assertThat(report.adopted().size() + report.kept().size()).isEqualTo(1);
    }

    /** Not every timer ends a pause with an {@link InterruptedException}. */
    @Test
    void aCancelledRentalCompletesTheSearchWithATimerThatFailsInInterruptedThreads() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        CompletableFuture<CompletableFuture<InstanceLease>> rental = new CompletableFuture<>();
        Runnable cancelling = () -> {
            rental.join().cancel(true);
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the thread was interrupted");
            }
        };
        try (GpuCloudClient searching = pausing(cancelling);
                Leases leases = Leases.of(searching, REPLICA)) {
            rental.complete(leases.rentAsync(PLAN));
            assertThatThrownBy(() -> rental.join().join()).isInstanceOf(CancellationException.class);
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void aSearchThatFailsNamesItsCandidates() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        RuntimeException broken = new IllegalStateException("the timer is broken");
        Runnable failing = () -> {
            throw broken;
        };
        try (GpuCloudClient searching = pausing(failing);
                Leases leases = Leases.of(searching, REPLICA)) {
            Throwable failure = catchThrowable(() -> leases.rent(PLAN));

            assertOutcomeUnknown(failure, "instance-1");
            assertThat(failure).hasSuppressedException(broken);
        }
    }

    @Test
    void aCancelledRentalNamesAllLostInstancesThatCannotBeDestroyed() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset()).failing("destroy", 1000, Reply.json(500, "{}"));
        CompletableFuture<CompletableFuture<InstanceLease>> rental = new CompletableFuture<>();
        Runnable cancelling = () -> {
            if (account.instances().size() == 1) {
                account.foreign("");
                rental.join().cancel(true);
            }
        };
        try (GpuCloudClient searching = pausing(cancelling)) {
            Leases leases = Leases.of(searching, REPLICA);
            rental.complete(leases.rentAsync(PLAN));
            assertThatThrownBy(() -> rental.join().join()).isInstanceOf(CancellationException.class);

            assertThatThrownBy(leases::close)
                    .isInstanceOfSatisfying(
                            CreationOutcomeUnknownException.class,
                            unknown -> assertThat(unknown.candidates())
                                    .extracting(Instance::instanceUuid)
                                    .containsExactlyInAnyOrder("instance-1", "instance-2"));
        }
    }

    /** Closes leases while an instance that another replica has created since a lost response has no title. */
    private void closeWithACandidate(Runnable meanwhile, Consumer<Leases> end) {
        account.failing("create_by_pod", 1, Reply.reset());
        Runnable failing = () -> account.failing("list", 1000, Reply.json(500, "{}"));
        try (GpuCloudClient searching = pausing(() -> (account.instances().isEmpty() ? failing : meanwhile).run())) {
            Leases leases = Leases.of(searching, REPLICA);
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);
            account.recover();
            account.foreign("");
            leases.rent(PLAN).close();
            end.accept(leases);
        }
        assertThat(account.instances()).containsExactly(OTHER);
    }

    @Test
    void anInstanceThatGetsItsTitleAfterTheNextRentalIsNoCandidate() {
        closeWithACandidate(() -> {}, leases -> {
            account.rename(OTHER, TITLE);
            leases.close();
        });
    }

    @Test
    void anInstanceThatGetsItsTitleWhileTheLeasesCloseIsNoCandidate() {
        closeWithACandidate(() -> account.rename(OTHER, TITLE), Leases::close);
    }

    @Test
    void anInstanceThatNeverGetsATitleIsNamed() {
        closeWithACandidate(() -> {}, OwnerTitlesTest::assertNamesTheOther);
    }

    private static void assertNamesTheOther(Leases leases) {
        assertThatThrownBy(leases::close).hasMessageContaining("may be [" + OTHER + "]");
    }

    /** It may have its title by then, so that it is not destroyed. */
    @Test
    void aCandidateIsNamedIfTheListFailsAfterItWasListed() {
        account.failing("create_by_pod", 1, Reply.reset());
        Runnable failing = () -> {
            if (account.instances().contains("instance-2")) {
                account.failing("list", 1000, Reply.json(500, "{}"));
            }
        };
        try (GpuCloudClient searching = pausing(failing)) {
            Leases leases = Leases.of(searching, REPLICA);
            leases.rent(PLAN).close();
            String other = account.foreign("");

            assertThatThrownBy(leases::close).hasMessageContaining("may be [" + other + "]");
            assertThat(account.instances()).containsExactly(other);
        }
    }

    @Test
    void closingDestroysALateInstanceThatGetsNoTitle() {
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());

        try (Leases leases = Leases.of(client, REPLICA)) {
            leases.rent(PLAN);
            account.show("instance-1");
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatCannotBeNamedInTimeIsDestroyed() {
        account.failing("update_title", 1000, Reply.code(-1, "not released"));

        try (Leases leases = Leases.of(client, REPLICA)) {
            assertThatThrownBy(() -> leases.rent(PLAN))
                    .isInstanceOf(WaitTimeoutException.class)
                    .hasMessageContaining("has no title within");
        }
        assertThat(account.instances()).isEmpty();
        assertThat(time.passed()).isBetween(REPLICA.window(), Duration.ofMinutes(3));
    }

    @Test
    void aRenameIsRepeated() {
        account.failing("update_title", 3, Reply.json(503, "{}"));

        try (Leases leases = Leases.of(client, REPLICA)) {
            assertThat(account.title(leases.rent(PLAN).instanceUuid())).startsWith("service.");
        }
    }

    @Test
    void aRecoveryDestroysWhatStaysWithoutATitle(@TempDir Path journal) {
        LeaseTerms terms = new LeaseTerms(null, HOUR);
        EndedProcess.leaves(journal, EndedProcess.creating("89abcdef", terms, time.now()));
        String named = account.foreign(TITLE);
        String lost = account.foreign("");

        try (Leases next = replica(anotherClient(), journal)) {
            RecoveryReport report = next.recover(found -> RecoveryDecision.RESUME);

            assertThat(report.destroyed()).containsExactly(lost);
            assertThat(report.adopted()).isEmpty();
            assertThat(next.pending())
                    .as("another one may be listed for an hour")
                    .isEmpty();
        }
        assertThat(account.instances()).containsExactly(named);
        assertThat(time.passed()).isGreaterThan(Duration.ofMinutes(4));
    }

    /** The destruction ends between two steps of a recovery that has seen it going on. */
    @Test
    void aRecoveryReportsADestructionOnce(@TempDir Path journal) {
        LeaseTerms terms = new LeaseTerms(null, HOUR);
        String kept = account.foreign("");
        String lost = account.foreign("");
        EndedProcess.leaves(
                journal,
                EndedProcess.leased(kept, terms, time.now(), time.now().plus(HOUR)),
                EndedProcess.leased(lost, terms, time.now(), null));
        CompletableFuture<Thread> destroying = new CompletableFuture<>();
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger renamed = new AtomicInteger();
        RequestInterceptor steps = request -> {
            if (request.url().endsWith("/destroy")) {
                destroying.complete(Thread.currentThread());
                Latches.await(mayEnd);
            } else if (request.url().endsWith("/update_title")) {
                // Each pass over the records renames it twice: before and after what takes long begins.
                int step = renamed.incrementAndGet();
                if (step == 3) {
                    destroying.join();
                } else if (step == 4) {
                    mayEnd.countDown();
                    join(destroying.join());
                }
                throw new IllegalStateException("not now");
            }
        };
        try (GpuCloudClient stepping =
                        TestClients.builder(server, time).interceptor(steps).build();
                Leases next = replica(stepping, journal)) {
            RecoveryReport report = next.recover(found ->
                    found.instance().instanceUuid().equals(kept) ? RecoveryDecision.KEEP : RecoveryDecision.DESTROY);

            assertThat(report.destroyed()).containsExactly(lost);
        }
        assertThat(account.instances()).containsExactly(kept);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }
}
