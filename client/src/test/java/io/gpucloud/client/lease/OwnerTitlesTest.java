package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases in an account in which every program gives its instances a title with the owner. */
class OwnerTitlesTest extends AccountTestBase {

    private static final LeaseOptions OPTIONS = LeaseOptions.builder()
            .withoutJournal()
            .owner("service")
            .accountUse(AccountUse.OWNER_TITLES)
            .build();

    @Test
    void aLostInstanceIsDestroyedAndTheRentalGoesOn() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        String named = account.foreign("service.01234567: lease");

        try (Leases leases = Leases.of(client, OPTIONS)) {
            InstanceLease lease = leases.rent(PLAN);

            assertThat(account.instances()).containsExactlyInAnyOrder(named, lease.instanceUuid());
            assertThat(account.requests("create_by_pod")).isEqualTo(2);
        }
        assertThat(account.instances()).containsExactly(named);
    }

    /** Its lease sets the title late, or its replica was killed before that and recovers it, or adopts it. */
    @ParameterizedTest
    @ValueSource(strings = {"late", "recovered", "kept", "adopted"})
    void anInstanceOfAnotherReplicaThatGetsItsTitleLaterIsNotTouched(String how, @TempDir Path journal) {
        account.failing("create_by_pod", 1, Reply.reset());
        Leases replica = Leases.of(
                client,
                OPTIONS.toBuilder().journal(journal).recoverOnStart(false).build());
        String[] other = {null};
        WaitTimer meanwhile = time.withPauses(pause -> {
            if (other[0] == null) {
                other[0] = account.foreign("");
                if (how.equals("adopted")) {
                    replica.adopt(other[0], HOUR);
                } else if (!how.equals("late")) {
                    RecoveryDecision decision = how.equals("kept") ? RecoveryDecision.KEEP : RecoveryDecision.RESUME;
                    recover(replica, journal, other[0], decision);
                }
            } else if (how.equals("late") && time.passed().compareTo(OPTIONS.window()) > 0) {
                account.rename(other[0], "service.01234567: lease");
            }
            return time.after(pause);
        });

        try (GpuCloudClient searching =
                        TestClients.builder(server, time).timer(meanwhile).build();
                Leases leases = Leases.of(searching, OPTIONS)) {
            leases.rent(PLAN);
        }
        assertThat(account.instances()).containsExactly(other[0]);
        assertThat(account.title(other[0])).startsWith(how.equals("adopted") ? "service." : "service.01234567: lease");
    }

    private void recover(Leases replica, Path journal, String instance, RecoveryDecision decision) {
        EndedProcess.leaves(
                journal, EndedProcess.leased("01234567", instance, new LeaseTerms(null, HOUR), time.now(), null));
        RecoveryReport report = replica.recover(found -> decision);
        assertThat(report.adopted().size() + report.kept().size()).isEqualTo(1);
    }

    /** Not every timer ends a pause with an {@link InterruptedException}. */
    @Test
    void aCancelledRentalCompletesTheSearchWithATimerThatFailsInInterruptedThreads() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        CompletableFuture<CompletableFuture<InstanceLease>> rental = new CompletableFuture<>();
        WaitTimer failing = time.withPauses(pause -> {
            rental.join().cancel(true);
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the thread was interrupted");
            }
            return time.after(pause);
        });

        try (GpuCloudClient searching =
                        TestClients.builder(server, time).timer(failing).build();
                Leases leases = Leases.of(searching, OPTIONS)) {
            rental.complete(leases.rentAsync(PLAN));
            assertThatThrownBy(() -> rental.join().join()).isInstanceOf(CancellationException.class);
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void aSearchThatFailsNamesItsCandidates() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        WaitTimer failing = time.withPauses(pause -> {
            throw new IllegalStateException("the timer is broken");
        });

        try (GpuCloudClient searching =
                        TestClients.builder(server, time).timer(failing).build();
                Leases leases = Leases.of(searching, OPTIONS)) {
            assertThatThrownBy(() -> leases.rent(PLAN))
                    .isInstanceOfSatisfying(
                            CreationOutcomeUnknownException.class,
                            unknown -> assertThat(unknown.candidates())
                                    .extracting(Instance::instanceUuid)
                                    .containsExactly("instance-1"))
                    .hasSuppressedException(new IllegalStateException("the timer is broken"));
        }
    }

    @Test
    void aCancelledRentalNamesAllLostInstancesThatCannotBeDestroyed() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset()).failing("destroy", 1000, Reply.json(500, "{}"));
        CompletableFuture<CompletableFuture<InstanceLease>> rental = new CompletableFuture<>();
        WaitTimer meanwhile = time.withPauses(pause -> {
            if (account.instances().size() == 1) {
                account.foreign("");
                rental.join().cancel(true);
            }
            return time.after(pause);
        });

        try (GpuCloudClient searching =
                TestClients.builder(server, time).timer(meanwhile).build()) {
            Leases leases = Leases.of(searching, OPTIONS);
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

    /** Another replica has created it, and sets its title a moment later, or never. */
    @ParameterizedTest
    @ValueSource(strings = {"during the next rental", "while closing", "never"})
    void anInstanceIsNoCandidateAsLongAsItMayGetItsTitle(String titled) {
        String[] other = {null};
        WaitTimer meanwhile = time.withPauses(pause -> {
            if (other[0] == null) {
                account.failing("list", 1000, Reply.json(500, "{}"));
            } else if (titled.equals("while closing")) {
                account.rename(other[0], "service.01234567: lease");
            }
            return time.after(pause);
        });
        account.failing("create_by_pod", 1, Reply.reset());

        try (GpuCloudClient searching =
                TestClients.builder(server, time).timer(meanwhile).build()) {
            Leases leases = Leases.of(searching, OPTIONS);
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);
            account.recover();
            other[0] = account.foreign("");
            leases.rent(PLAN).close();
            if (titled.equals("during the next rental")) {
                account.rename(other[0], "service.01234567: lease");
            }

            if (titled.equals("never")) {
                assertThatThrownBy(leases::close).hasMessageContaining("may be [" + other[0] + "]");
            } else {
                leases.close();
            }
        }
        assertThat(account.instances()).containsExactly(other[0]);
    }

    /** It may have its title by then, so that it is not destroyed. */
    @Test
    void aCandidateIsNamedIfTheListFailsAfterItWasListed() {
        String[] other = {null};
        WaitTimer failing = time.withPauses(pause -> {
            if (other[0] != null) {
                account.failing("list", 1000, Reply.json(500, "{}"));
            }
            return time.after(pause);
        });
        account.failing("create_by_pod", 1, Reply.reset());

        try (GpuCloudClient searching =
                TestClients.builder(server, time).timer(failing).build()) {
            Leases leases = Leases.of(searching, OPTIONS);
            leases.rent(PLAN).close();
            other[0] = account.foreign("");

            assertThatThrownBy(leases::close).hasMessageContaining("may be [" + other[0] + "]");
            assertThat(account.instances()).containsExactly(other[0]);
        }
    }

    @Test
    void closingDestroysALateInstanceThatGetsNoTitle() {
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());

        try (Leases leases = Leases.of(client, OPTIONS)) {
            leases.rent(PLAN);
            account.show("instance-1");
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatCannotBeNamedInTimeIsDestroyed() {
        account.failing("update_title", 1000, Reply.code(-1, "not released"));

        try (Leases leases = Leases.of(client, OPTIONS)) {
            assertThatThrownBy(() -> leases.rent(PLAN))
                    .isInstanceOf(WaitTimeoutException.class)
                    .hasMessageContaining("has no title within");
        }
        assertThat(account.instances()).isEmpty();
        assertThat(time.passed()).isBetween(OPTIONS.window(), Duration.ofMinutes(3));
    }

    @Test
    void aRenameIsRepeated() {
        account.failing("update_title", 3, Reply.json(503, "{}"));

        try (Leases leases = Leases.of(client, OPTIONS)) {
            assertThat(account.title(leases.rent(PLAN).instanceUuid())).startsWith("service.");
        }
    }

    @Test
    void aRecoveryDestroysWhatStaysWithoutATitle(@TempDir Path journal) {
        LeaseTerms terms = new LeaseTerms(null, HOUR);
        EndedProcess.leaves(journal, EndedProcess.creating("89abcdef", terms, time.now()));
        String named = account.foreign("service.01234567: lease");
        String lost = account.foreign("");

        try (GpuCloudClient another = TestClients.connect(server, time);
                Leases next = Leases.of(
                        another,
                        OPTIONS.toBuilder()
                                .journal(journal)
                                .recoverOnStart(false)
                                .build())) {
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
}
