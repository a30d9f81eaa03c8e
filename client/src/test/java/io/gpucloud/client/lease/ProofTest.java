package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proofs that an instance is ours, or gone. Everything else is a hint. */
class ProofTest extends AccountTestBase {

    private static final LeaseOptions SHARED =
            LeaseOptions.builder().withoutJournal().build();

    private void misleadingHint(String hint) {
        switch (hint) {
            case "behind" -> account.clockOff(Duration.ofHours(-8));
            case "ahead" -> account.clockOff(Duration.ofHours(8));
            default -> account.listing("gpu_uuid", "GPU (80 GB)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"behind", "ahead", "model"})
    void theOnlyUserTakesItsInstanceWhateverTheHintsSay(String hint) {
        misleadingHint(hint);
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());

        try (Leases leases = Leases.of(client, SOLE)) {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-1");
        }
        assertThat(account.requests("create_by_pod")).isEqualTo(1);
        assertThat(account.instances()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"behind", "ahead", "model"})
    void othersGetTheCandidateWhateverTheHintsSay(String hint) {
        misleadingHint(hint);
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());

        try (Leases leases = Leases.of(client, SHARED)) {
            assertOutcomeUnknown(catchThrowable(() -> leases.rent(PLAN)), "instance-1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"behind", "ahead", "model"})
    void whatStaysWithoutATitleIsDestroyedWhateverTheHintsSay(String hint) {
        misleadingHint(hint);
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());

        try (Leases leases = Leases.of(client, REPLICA)) {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-2");
            assertThat(account.instances()).containsExactly("instance-2");
        }
        assertThat(account.instances()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"behind", "ahead", "model"})
    void aRecoveryOfTheOnlyUserFindsItWhateverTheHintsSay(String hint, @TempDir Path journal) {
        String before = account.foreign("");
        misleadingHint(hint);
        LeaseTerms terms = new LeaseTerms(null, HOUR);
        EndedProcess.leaves(journal, EndedProcess.creating("89abcdef", terms, time.now(), before));
        String lost = account.foreign("");
        LeaseOptions options =
                SOLE.toBuilder().journal(journal).recoverOnStart(false).build();

        try (Leases next = Leases.of(client, options)) {
            assertThat(next.recover(found -> RecoveryDecision.DESTROY).destroyed())
                    .containsExactly(lost);
        }
        assertThat(account.instances()).containsExactly(before);
    }

    @Test
    void likelyCandidatesComeFirst() {
        account.failing("create_by_pod", 1, Reply.reset());
        account.clockOff(Duration.ofHours(8));
        Runnable meanwhile = () -> {
            if (account.instances().isEmpty()) {
                account.foreign("");
                account.clockOff(Duration.ZERO);
                account.foreign("");
            }
        };
        try (GpuCloudClient searching = pausing(meanwhile);
                Leases leases = Leases.of(searching, SHARED)) {
            assertOutcomeUnknown(catchThrowable(() -> leases.rent(PLAN)), "instance-2", "instance-1");
        }
    }

    /** The window is over when the list shows the instance, and the rental has gone on with another one. */
    @Test
    void anUntitledInstanceThatIsListedLateIsDestroyed() {
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());

        try (Leases leases = Leases.of(client, REPLICA)) {
            leases.rent(PLAN);
            account.show("instance-1");
            leases.rent(PLAN);
            pass(Duration.ofMinutes(5));
            leases.rent(PLAN);

            assertThat(account.instances()).containsExactly("instance-2", "instance-3", "instance-4");
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void aLateInstanceThatNothingProvesIsNamedWhenTheLeasesClose() {
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        Leases leases = Leases.of(client, SHARED);
        assertOutcomeUnknown(catchThrowable(() -> leases.rent(PLAN)));
        account.show("instance-1");

        assertOutcomeUnknown(catchThrowable(leases::close), "instance-1");
        assertThat(account.instances()).containsExactly("instance-1");
    }

    /** If nothing can have a title, what has none may belong to anyone. */
    @Test
    void nothingIsDestroyedForLackOfATitleIfTitlesAreRejected() {
        account.failing("update_title", 1000, Reply.json(404, "{\"code\":404,\"msg\":\"not released\"}"));
        try (Leases leases = Leases.of(client, REPLICA)) {
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(GpuCloudException.class);
            account.failingAfterEffect("create_by_pod", 1, Reply.reset());

            assertOutcomeUnknown(catchThrowable(() -> leases.rent(PLAN)), "instance-2");
        }
        assertThat(account.instances()).containsExactly("instance-2");
    }

    private static Reply naming(String instance) {
        return Reply.data("{\"instance_uuid\":\"" + instance + "\",\"status\":1,\"title\":\"\"}");
    }

    @Test
    void aResponseThatNamesAnInstanceOfBeforeIsNoIdentifier() {
        String other = account.foreign("theirs");
        account.failingAfterEffect("create_by_pod", 1, naming(other));

        try (Leases leases = Leases.of(client, SOLE)) {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-2");
        }
        assertThat(account.instances()).containsExactly(other);
        assertThat(account.title(other)).isEqualTo("theirs");
    }

    @Test
    void aResponseThatNamesAnInstanceWithTheTitleOfAnotherIsNoIdentifier() {
        account.failingAfterEffect(
                "create_by_pod",
                1,
                Reply.data("{\"instance_uuid\":\"theirs\",\"status\":1,\"title\":\"service.01234567: lease\"}"));

        try (Leases leases = Leases.of(client, SOLE)) {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-1");
        }
        assertThat(account.instances()).isEmpty();
    }

    /** The list before the request omits it, and the response has another title. */
    @Test
    void aResponseThatNamesTheInstanceOfAReplicaIsNoIdentifier() {
        String other = account.foreign("service.01234567: lease");
        account.failing("list", 1, EMPTY_LIST).failingAfterEffect("create_by_pod", 1, naming(other));

        try (Leases leases = Leases.of(client, REPLICA)) {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-3");
        }
        assertThat(account.instances()).containsExactly(other);
        assertThat(account.title(other)).isEqualTo("service.01234567: lease");
    }

    /** Both replicas set a title at the same moment. The later title counts. */
    @Test
    void anInstanceThatAReplicaNamesMeanwhileIsLeftToIt() {
        account.booting();
        Runnable meanwhile = () -> {
            account.rename("instance-1", "service.01234567: lease");
            account.boots();
        };
        account.failingAfterEffect("create_by_pod", 1, naming("instance-1"));
        account.foreign("");

        account.failing("list", 1, EMPTY_LIST);
        try (GpuCloudClient booting = pausing(meanwhile);
                Leases leases = Leases.of(booting, REPLICA)) {
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);
        }
        assertThat(account.instances()).containsExactly("instance-1");
        assertThat(account.requests("shutdown_timer")).isZero();
    }

    /** The sibling rents after the list that this replica reads to check the response. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneIdentifierForTwoReplicasLeavesNoInstance(boolean withJournal, @TempDir Path folder) {
        LeaseOptions options = withJournal ? REPLICA.toBuilder().journal(folder).build() : REPLICA;
        AtomicInteger lists = new AtomicInteger();
        List<InstanceLease> rented = new ArrayList<>();
        try (Leases sibling = Leases.of(anotherClient(), options);
                GpuCloudClient slow = TestClients.builder(server, time)
                        .listener(operation -> ended(() -> {
                            if (operation.equals(ApiOperation.LIST_INSTANCES) && lists.incrementAndGet() == 2) {
                                account.failing("list", 1, EMPTY_LIST)
                                        .failingAfterEffect("create_by_pod", 1, naming("instance-1"));
                                rented.add(sibling.rent(PLAN));
                            }
                        }))
                        .build();
                Leases leases = Leases.of(slow, options)) {
            rented.add(leases.rent(PLAN));

            if (withJournal) {
                assertThat(rented).extracting(InstanceLease::instanceUuid).doesNotHaveDuplicates();
            }
            rented.get(1).close();
        }
        assertThat(account.instances()).isEmpty();
    }

    private static CallListener.Call ended(Runnable action) {
        return new CallListener.Call() {
            @Override
            public void ended(@Nullable Throwable failure) {
                action.run();
            }
        };
    }

    @Test
    void aResponseThatNamesTheInstanceOfAnotherProgramWithLeasesIsNoIdentifier() {
        String other = account.foreign("service.01234567: lease");
        account.failing("list", 1, EMPTY_LIST).failingAfterEffect("create_by_pod", 1, naming(other));

        try (Leases leases = TestClients.leases(client)) {
            assertOutcomeUnknown(catchThrowable(() -> leases.rent(PLAN)), "instance-2");
        }
        assertThat(account.title(other)).isEqualTo("service.01234567: lease");
    }

    @Test
    void twoResponsesWithOneIdentifierMakeTwoLeases() {
        try (Leases leases = Leases.of(client, SOLE)) {
            InstanceLease first = leases.rent(PLAN);
            account.hide("instance-1");
            account.failingAfterEffect("create_by_pod", 1, naming("instance-1"));
            InstanceLease second = leases.rent(PLAN);
            account.show("instance-1");

            assertThat(List.of(first.instanceUuid(), second.instanceUuid()))
                    .containsExactly("instance-1", "instance-2");
            second.close();
            assertThat(account.instances()).containsExactly("instance-1");
        }
    }

    @Test
    void aResponseThatNamesTheInstanceOfASiblingIsNoIdentifier(@TempDir Path journal) {
        LeaseOptions options = SOLE.toBuilder().journal(journal).build();
        try (Leases sibling = Leases.of(client, options);
                Leases leases = Leases.of(anotherClient(), options)) {
            String other = sibling.rent(PLAN).instanceUuid();
            account.hide(other);
            account.failingAfterEffect("create_by_pod", 1, naming(other));

            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-2");
            account.show(other);
        }
        assertThat(account.instances()).isEmpty();
    }

    /** Destroy requests that the service accepts without an effect, and lists that do not show the instance. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anInstanceThatComesBackIsDestroyedAgain(int times) {
        InstanceLease lease = TestClients.leases(client).rent(PLAN);
        account.failing("destroy", times, Reply.done()).failing("list", times, EMPTY_LIST);

        lease.close();

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatComesBackAfterItsLeaseIsDestroyedAtTheNextRental() {
        try (Leases leases = TestClients.leases(client)) {
            InstanceLease lease = leases.rent(PLAN);
            account.hide("instance-1");
            account.failing("destroy", 2, Reply.code(-1, "an image uploads"));
            account.failing("destroy", 1, Reply.done());
            account.failing("destroy", 1000, Reply.code(-1, "an image uploads"));
            lease.close();
            account.recover();
            account.show("instance-1");

            leases.rent(PLAN);
            assertThat(account.instances()).containsExactly("instance-2");
        }
    }

    /** The list omits an instance whose destruction was accepted, and then shows it again. */
    private DefaultLeases leasesWhoseInstanceComesBack() {
        DefaultLeases leases = DefaultLeases.open(
                client, LeaseOptions.builder().withoutJournal().build());
        InstanceLease lease = leases.rent(PLAN);
        account.failing("destroy", 1, Reply.done()).failing("destroy", 1, Reply.code(-1, "an image uploads"));
        account.failing("list", 1, EMPTY_LIST);
        lease.close();
        assertThat(account.instances()).containsExactly("instance-1");
        return leases;
    }

    @Test
    void anInstanceThatComesBackAfterItsLeaseIsDestroyedWhenTheLeasesClose() {
        leasesWhoseInstanceComesBack().close();
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatComesBackAfterItsLeaseIsDestroyedWhenTheLeasesCloseLater() {
        DefaultLeases leases = leasesWhoseInstanceComesBack();
        pass(Duration.ofMinutes(10));
        leases.close();
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatComesBackAfterItsLeaseIsDestroyedWhenTheLeasesLook() {
        DefaultLeases leases = leasesWhoseInstanceComesBack();
        pass(leases, Duration.ofMinutes(10));
        assertThat(account.instances()).isEmpty();
    }

    private static String old(long requested) {
        return AccountService.timer(true, requested - HOUR.toSeconds());
    }

    /** Two lists show the timer of before, 12 seconds long. */
    @Test
    void anOldTimerInTheListForAMomentDestroysNothing() {
        account.listTimers(AccountService::asRequested, ProofTest::old, ProofTest::old, AccountService::asRequested);
        try (Leases leases = TestClients.leases(client)) {
            InstanceLease lease = leases.rent(PLAN);
            Instant end = lease.endsAt();

            assertThat(lease.extend(HOUR)).isEqualTo(end.plus(HOUR));
            assertThat(lease.timerVerified()).isTrue();
            assertThat(account.instances()).hasSize(1);
        }
    }

    @Test
    void anInstanceWhoseTimerStaysTheOldOneRunsOnUnderIt() {
        account.listTimers(AccountService::asRequested, ProofTest::old);
        try (Leases leases = TestClients.leases(client)) {
            InstanceLease lease = leases.rent(PLAN);
            Instant end = lease.endsAt();

            assertThatThrownBy(() -> lease.extend(HOUR))
                    .isInstanceOf(TimerNotConfirmedException.class)
                    .hasMessageContaining("keeps the timer of before");
            assertThat(lease.endsAt()).isEqualTo(end);
            assertThat(lease.timerVerified()).isTrue();
            assertThat(account.instances()).hasSize(1);
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void aRentalSurvivesListsThatContradictItsTimerForTheWindow() {
        account.listTimers(ProofTest::old, ProofTest::old, ProofTest::old, ProofTest::old, AccountService::asRequested);
        try (Leases leases = TestClients.leases(client)) {
            assertThat(leases.rent(PLAN).timerVerified()).isTrue();
        }
    }

    /** The first list of this program omits it, and the create request has no effect. */
    @Test
    void aKeptInstanceThatTheListBeforeTheRequestOmitsIsNotTaken(@TempDir Path journal) {
        account.failing("update_title", 1, Reply.json(404, "{\"code\":404,\"msg\":\"not released\"}"));
        LeaseOptions options = SOLE.toBuilder().journal(journal).build();
        try (Leases earlier = Leases.of(client, options)) {
            earlier.rent(PLAN).keep();
        }
        account.failing("list", 1, EMPTY_LIST).failing("create_by_pod", 1, Reply.reset());

        try (Leases leases = Leases.of(
                anotherClient(), options.toBuilder().recoverOnStart(false).build())) {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-2");
        }
        assertThat(account.instances()).containsExactly("instance-1");
    }

    @Test
    void anInstanceThatAListBeforeTheRequestShowedIsNotTaken() {
        String theirs = account.foreign("");
        try (Leases leases = Leases.of(client, SOLE)) {
            leases.rent(PLAN).close();
            account.failing("list", 1, EMPTY_LIST).failing("create_by_pod", 1, Reply.reset());

            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("instance-3");
        }
        assertThat(account.instances()).containsExactly(theirs);
    }
}
