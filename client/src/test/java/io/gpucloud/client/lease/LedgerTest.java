package io.gpucloud.client.lease;

import static io.gpucloud.client.lease.LedgerScenario.HOUR;
import static io.gpucloud.client.lease.LedgerScenario.POD;
import static io.gpucloud.client.lease.LedgerScenario.PRICE;
import static io.gpucloud.client.lease.LedgerScenario.WINDOW;
import static io.gpucloud.client.lease.LedgerScenario.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.lease.Decision.Kind;
import io.gpucloud.client.lease.LeaseRecord.DestroyResponse;
import io.gpucloud.client.lease.LeaseRecord.End;
import io.gpucloud.client.lease.LeaseRecord.Timer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands and lists of one or several processes with a common journal. {@link OwnershipTableTest} has the rules. */
class LedgerTest {

    private final LedgerScenario scenario = new LedgerScenario();

    /** The ledger of a process whose account others use too. */
    private final Ledger shared = one(AccountUse.SHARED);

    private Ledger one(AccountUse use) {
        return scenario.ledger("one", use);
    }

    private LeaseState state(LeaseRecord record) {
        return scenario.stored(record).state();
    }

    private static List<Kind> kinds(List<Decision> decisions) {
        return decisions.stream().map(Decision::kind).toList();
    }

    @Test
    void aRentalGoesFromItsPlanToItsEnd() {
        LeaseRecord planned = shared.plan(plan("job"), scenario.now());
        assertThat(shared.mine()).containsExactly(planned);

        LeaseRecord running = scenario.run(shared, "other job", "instance-1");
        assertThat(shared.mine())
                .filteredOn(LeaseRecord::state, LeaseState.RUNNING)
                .containsExactly(running);
        assertThat(running.timer().end()).isEqualTo(LedgerScenario.START.plus(HOUR));

        LeaseRecord ended = scenario.destroy(shared, running);
        assertThat(ended.state()).isEqualTo(LeaseState.ENDED);
        assertThat(state(running)).isEqualTo(LeaseState.ENDED);
        assertThat(shared.mine())
                .filteredOn(LeaseRecord::state, LeaseState.RUNNING)
                .isEmpty();
    }

    @Test
    void aRejectedRequestMadeNothingAndCanBeSentAgain() {
        LeaseRecord sent = scenario.send(shared, "job");
        assertThat(shared.rejected(sent.nonce()).request()).isNull();
        scenario.show("foreign");
        scenario.look(shared);

        LeaseRecord again = shared.sending(sent.nonce(), POD, PRICE, scenario.now());

        assertThat(Objects.requireNonNull(again.request()).before()).containsExactly("foreign");
    }

    @Test
    void whatAnEarlierListHasShownWasThereBefore() {
        Ledger ledger = one(AccountUse.SOLE_USER);
        scenario.show("foreign");
        scenario.look(ledger);
        scenario.account.clear();

        assertThat(Objects.requireNonNull(scenario.send(ledger, null).request()).before())
                .containsExactly("foreign");
    }

    @Test
    void aResponseWithTheInstanceOfAnotherLeaseLeavesTheRequestInDoubt() {
        scenario.run(shared, null, "instance-1");
        LeaseRecord sent = scenario.send(scenario.ledger("two", AccountUse.SHARED), null);
        scenario.load(shared);

        Ledger two = scenario.ledger("two", AccountUse.SHARED);
        assertThat(two.created(sent.nonce(), "instance-1", scenario.now()).state())
                .isEqualTo(LeaseState.IN_DOUBT);
    }

    @ParameterizedTest
    @CsvSource({"SHARED, IN_DOUBT", "OWNER_TITLES, IN_DOUBT", "SOLE_USER, BOOTING"})
    void theLaterTitleShowsWhoseInstanceTwoResponsesName(AccountUse use, LeaseState expected) {
        Ledger ledger = one(use);
        LeaseRecord booting = ledger.created(scenario.send(ledger, null).nonce(), "instance-1", scenario.now());
        scenario.show("instance-1", "two.89abcdef: lease");

        List<Decision> decisions = scenario.look(ledger);

        assertThat(state(booting)).isEqualTo(expected);
        assertThat(decisions).hasSize(expected == LeaseState.IN_DOUBT ? 1 : 0);
    }

    @Test
    void theOnlyUserAdoptsALostInstance() {
        Ledger ledger = one(AccountUse.SOLE_USER);
        LeaseRecord lost = scenario.lose(ledger, null);
        scenario.show("instance-1");

        assertThat(scenario.look(ledger))
                .extracting(Decision::kind, decision -> decision.record().instanceUuid())
                .containsExactly(tuple(Kind.OURS, "instance-1"));
        assertThat(state(lost)).isEqualTo(LeaseState.BOOTING);
    }

    @Test
    void theOnlyUserDestroysALostInstanceIfItsRentalWentOn() {
        Ledger ledger = one(AccountUse.SOLE_USER);
        LeaseRecord lost = scenario.lose(ledger, null);
        assertThat(kinds(scenario.lookFor(ledger, WINDOW))).containsExactly(Kind.ABSENT);
        assertThat(ledger.mayGoOn(lost, scenario.now())).isTrue();
        LeaseRecord next = ledger.goOn(lost.nonce(), scenario.now());
        scenario.show("instance-1");

        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.DESTROY);
        assertThat(state(lost)).isEqualTo(LeaseState.ENDING);
        assertThat(next.id().rental()).isEqualTo(lost.nonce());
    }

    /** Another request may have made it, so that of this one may still be listed. */
    @Test
    void anOwnerlessInstanceIsDestroyedAndItsCostCounts() {
        Ledger ledger = one(AccountUse.OWNER_TITLES);
        LeaseRecord lost = scenario.lose(ledger, null);
        scenario.show("instance-1");
        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.UNDECIDED);
        scenario.pass(WINDOW.multipliedBy(2).plusSeconds(1));

        Decision decision = scenario.look(ledger).get(0);

        assertThat(decision.kind()).isEqualTo(Kind.DESTROY);
        assertThat(decision.record().nonce()).isNotEqualTo(lost.nonce());
        assertThat(decision.record().cost()).isEqualTo(lost.cost());
        assertThat(state(lost)).isEqualTo(LeaseState.IN_DOUBT);
    }

    /** Otherwise one reported request would keep each lost instance of the next hour. */
    @Test
    void aReportedRequestDoesNotKeepTheOwnerlessInstanceOfAnother() {
        Ledger ledger = one(AccountUse.OWNER_TITLES);
        LeaseRecord reported = scenario.lose(ledger, null);
        ledger.report(reported.nonce());
        LeaseRecord lost = scenario.lose(ledger, null);
        scenario.show("instance-1");
        scenario.look(ledger);
        scenario.pass(WINDOW.multipliedBy(2).plusSeconds(1));

        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.DESTROY);

        assertThat(state(reported)).isEqualTo(LeaseState.UNKNOWN);
        assertThat(state(lost)).isEqualTo(LeaseState.IN_DOUBT);
    }

    @Test
    void anInstanceOfASharedAccountIsNamedOnce() {
        LeaseRecord lost = scenario.lose(shared, null);
        scenario.show("instance-1");

        assertThat(kinds(scenario.lookFor(shared, HOUR.multipliedBy(3)))).containsExactly(Kind.NAME);
        assertThat(shared.mayGoOn(lost, scenario.now())).isFalse();
        assertThat(state(lost)).isEqualTo(LeaseState.IN_DOUBT);
    }

    @Test
    void aTagIsReservedForAllProcessesBeforeTheRequest() {
        shared.plan(plan("job"), scenario.now());
        Ledger two = scenario.ledger("two", AccountUse.SHARED);

        assertThatThrownBy(() -> two.plan(plan("job"), scenario.now())).isInstanceOf(TagInUseException.class);
        assertThat(two.plan(plan("other"), scenario.now()).state()).isEqualTo(LeaseState.PLANNED);
    }

    @ParameterizedTest
    @EnumSource
    void aTagIsInUseUntilItsLeaseIsOverOrKept(LeaseState state) {
        shared.load(LedgerScenario.record(state).with(plan("job")), scenario.now());
        boolean free = state == LeaseState.KEPT || state.isOver();

        if (free) {
            shared.plan(plan("job"), scenario.now());
        } else {
            assertThatThrownBy(() -> shared.plan(plan("job"), scenario.now())).isInstanceOf(TagInUseException.class);
        }
    }

    @Test
    void aRentalThatGoesOnTakesItsTagWithIt() {
        Ledger ledger = one(AccountUse.SOLE_USER);
        LeaseRecord lost = scenario.lose(ledger, "job");

        LeaseRecord next = ledger.goOn(lost.nonce(), scenario.now());
        assertThatThrownBy(() -> ledger.plan(plan("job"), scenario.now())).isInstanceOf(TagInUseException.class);
        ledger.failed(next.nonce(), scenario.now());

        assertThat(ledger.plan(plan("job"), scenario.now()).tag()).isEqualTo("job");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENDED", "FAILED"})
    void aRecordWithoutALivingHolderGetsOneOrAnEnd(LeaseState state) {
        Ledger two = scenario.ledger("two", AccountUse.SHARED);
        two.load(LedgerScenario.record(state), scenario.now());
        LeaseRecord left = two.left("two"::equals).get(0);

        LeaseRecord taken = two.takeOver(left.nonce(), scenario.now());

        assertThat(taken.state())
                .isEqualTo(
                        switch (state) {
                            case PLANNED -> LeaseState.FAILED;
                            case CREATING -> LeaseState.IN_DOUBT;
                            default -> state;
                        });
        assertThat(taken.holder()).isEqualTo("two");
        assertThat(taken.change()).isEqualTo(left.change() + 1);
        assertThat(two.left("two"::equals)).isEmpty();
    }

    @Test
    void aLeaseThatWasTakenOverCannotBeChangedByItsEarlierHolder() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        scenario.ledger("two", AccountUse.SHARED).takeOver(running.nonce(), scenario.now());
        scenario.load(shared);

        assertThatIllegalStateException()
                .isThrownBy(() -> shared.ending(running.nonce()))
                .withMessage("another process has taken over the lease of instance-1");
    }

    @Test
    void aHandOverChangesNoStateAndStoresNothing() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        LeaseRecord booting = shared.created(scenario.send(shared, null).nonce(), "instance-2", scenario.now());
        List<LeaseRecord> before = List.copyOf(scenario.stored.values());

        List<LeaseRecord> given = LedgerScenario.handOver(shared);

        assertThat(given).extracting(LeaseRecord::state).containsExactly(LeaseState.RUNNING, LeaseState.BOOTING);
        assertThat(given).extracting(LeaseRecord::nonce).containsExactly(running.nonce(), booting.nonce());
        assertThat(scenario.stored.values()).containsExactlyElementsOf(before);
        assertThat(shared.left(holder -> true)).hasSize(2);
    }

    @Test
    void theCostBeginsWithTheInstanceAndNotWithATakeOver() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        for (String next : List.of("two", "three")) {
            scenario.pass(Duration.ofMinutes(20));
            Ledger ledger = scenario.ledger(next, AccountUse.SHARED);

            assertThat(ledger.takeOver(running.nonce(), scenario.now()).cost()).isEqualTo(running.cost());
        }
    }

    @Test
    void threeCompleteListsOverTheWindowProveAnAbsence() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        scenario.look(shared);
        scenario.account.clear();
        scenario.look(shared);
        scenario.pass(WINDOW);
        assertThat(scenario.look(shared)).as("two lists").isEmpty();

        assertThat(kinds(scenario.look(shared))).containsExactly(Kind.LOST);
        assertThat(shared.get(running.nonce()).state()).isEqualTo(LeaseState.LOST);
    }

    @Test
    void listsWithinLessThanTheWindowProveNothing() {
        scenario.run(shared, null, "instance-1");
        scenario.account.clear();
        for (int i = 0; i < 10; i++) {
            assertThat(scenario.look(shared)).isEmpty();
            scenario.pass(WINDOW.dividedBy(11));
        }
    }

    @Test
    void aListThatShowsAnInstanceBeginsItsAbsenceAnew() {
        scenario.run(shared, null, "instance-1");
        for (int i = 0; i < 10; i++) {
            scenario.look(shared);
            scenario.account.clear();
            scenario.look(shared);
            scenario.pass(WINDOW);
            assertThat(scenario.look(shared)).isEmpty();
            scenario.show("instance-1");
        }
    }

    @Test
    void incompleteListsProveNothing() {
        scenario.run(shared, null, "instance-1");
        scenario.account.clear();
        for (int i = 0; i < 10; i++) {
            assertThat(scenario.lookAtIncompleteList(shared)).isEmpty();
            scenario.pass(HOUR);
        }
    }

    @Test
    void aDestructionNeedsAResponse() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        scenario.look(shared);
        shared.ending(running.nonce());
        scenario.account.clear();
        shared.destroyed(running.nonce(), DestroyResponse.LOST, scenario.now());
        assertThat(scenario.lookFor(shared, WINDOW)).isEmpty();

        shared.destroyed(running.nonce(), DestroyResponse.REJECTED, scenario.now());

        assertThat(kinds(scenario.look(shared))).containsExactly(Kind.ABSENT);
        assertThat(state(running)).isEqualTo(LeaseState.ENDED);
    }

    @Test
    void aRejectionBeforeAnAcceptedRequestProvesNothingAtOnce() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        shared.ending(running.nonce());
        scenario.account.clear();
        scenario.look(shared);

        LeaseRecord rejected = shared.destroyed(running.nonce(), DestroyResponse.REJECTED, scenario.now());

        assertThat(rejected.state()).isEqualTo(LeaseState.ENDING);
    }

    /** Another process got the same identifier and has destroyed the instance. Ours is another one. */
    @Test
    void aRequestIsInDoubtIfItsInstanceWasGoneBeforeItsDestruction() {
        Ledger ledger = one(AccountUse.OWNER_TITLES);
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        scenario.look(ledger);
        scenario.account.clear();
        ledger.ending(running.nonce());
        ledger.destroyed(running.nonce(), DestroyResponse.REJECTED, scenario.now());

        assertThat(kinds(scenario.lookFor(ledger, WINDOW))).containsExactly(Kind.ABSENT);

        assertThat(state(running)).isEqualTo(LeaseState.IN_DOUBT);
        scenario.show("instance-2", "one." + running.nonce() + ": lease");
        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.DESTROY);
    }

    /** A file of another account waits for its own client. */
    @Test
    void anInstanceOfAnotherAccountIsNotAbsent() {
        scenario.run(shared, null, "instance-1");
        scenario.account.clear();
        Ledger two = scenario.ledger("two", AccountUse.SHARED);
        two.left("two"::equals).forEach(left -> two.takeOver(left.nonce(), scenario.now()));

        assertThat(scenario.lookFor(two, HOUR.multipliedBy(2))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"IN_DOUBT, FAILED", "UNKNOWN, ENDED", "KEPT, ENDED", "LOST, ENDED"})
    void isOverAfterAnHourOfCompleteLists(LeaseState state, LeaseState end) {
        LeaseRecord record = LedgerScenario.record(state);
        scenario.require(record);

        scenario.clockIsWrongBy(HOUR.multipliedBy(8));
        scenario.lookFor(shared, WINDOW);
        assertThat(state(record)).as("the time is not certain").isEqualTo(state);
        scenario.clockIsCertain();
        scenario.lookFor(shared, HOUR.minusMinutes(2));
        assertThat(state(record)).isEqualTo(state);
        scenario.pass(Duration.ofMinutes(3));
        scenario.look(shared);
        assertThat(state(record)).isEqualTo(end);
    }

    @Test
    void aWrongDateDestroysNothing() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        scenario.clockIsWrongBy(HOUR.multipliedBy(8));

        assertThat(scenario.look(shared)).isEmpty();
        assertThat(Ledger.isOver(running, scenario.now())).isFalse();

        scenario.clockIsCertain();
        scenario.pass(HOUR.plusMinutes(5));
        assertThat(kinds(scenario.look(shared))).containsExactly(Kind.DESTROY);
        assertThat(Ledger.isOver(running, scenario.now())).isTrue();
    }

    @Test
    void whatIsOverIsErasedAfter30DaysOfCertainTime() {
        LeaseRecord ended = scenario.destroy(shared, scenario.run(shared, null, "instance-1"));
        scenario.clockIsWrongBy(Duration.ofDays(365));
        assertThat(shared.erase(scenario.now())).isEmpty();
        scenario.clockIsCertain();
        scenario.pass(Ledger.KEPT_AFTER_THE_END);
        assertThat(shared.erase(scenario.now())).isEmpty();
        scenario.pass(Duration.ofSeconds(1));

        assertThat(shared.erase(scenario.now())).containsExactly(ended);
        assertThat(shared.all()).isEmpty();
    }

    @Test
    void anInstanceThatIsListedAfterItsDestructionIsDestroyedAgain() {
        scenario.destroy(shared, scenario.run(shared, null, "instance-1"));
        scenario.pass(HOUR);
        scenario.show("instance-1");

        assertThat(kinds(scenario.look(shared))).containsExactly(Kind.DESTROY);
        assertThat(scenario.look(shared)).as("already under way").isEmpty();
    }

    @Test
    void anInstanceThatIsListedAfterItWasGoneWithoutUsIsNamed() {
        LeaseRecord lost = LedgerScenario.record(LeaseState.LOST);
        shared.load(lost, scenario.now());
        scenario.lookFor(shared, HOUR.plusMinutes(1));
        assertThat(state(lost)).isEqualTo(LeaseState.ENDED);
        scenario.show("instance-1");

        assertThat(kinds(scenario.look(shared))).containsExactly(Kind.NAME);
        assertThat(scenario.look(shared)).isEmpty();
    }

    @Test
    void anInstanceThatWasAdoptedAfterItsDestructionIsNotDestroyed() {
        scenario.destroy(shared, scenario.run(shared, null, "instance-1"));
        scenario.show("instance-1");
        shared.adopt(scenario.listed("instance-1"), plan(null), PRICE, scenario.now());

        assertThat(scenario.look(shared)).isEmpty();
    }

    /** A save shuts the instance down. To destroy it would end the upload, or the wait for it. */
    @Test
    void anInstanceThatIsSavedIsNotLost() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        scenario.show("instance-1", InstanceStatus.SHUT_DOWN, SaveImageStatus.UPLOADING);
        assertThat(scenario.look(shared)).isEmpty();
        scenario.show("instance-1", InstanceStatus.SHUT_DOWN, SaveImageStatus.SUCCEEDED);

        assertThat(scenario.look(shared)).isEmpty();
        assertThat(state(running)).isEqualTo(LeaseState.RUNNING);
    }

    @Test
    void anInstanceThatIsShutDownIsLost() {
        LeaseRecord running = scenario.run(shared, null, "instance-1");
        scenario.show("instance-1", "", InstanceStatus.SHUTTING_DOWN);
        assertThat(scenario.look(shared)).isEmpty();
        scenario.show("instance-1", "", InstanceStatus.SHUT_DOWN);

        assertThat(kinds(scenario.look(shared))).containsExactly(Kind.LOST);
        assertThat(shared.get(running.nonce()).state()).isEqualTo(LeaseState.LOST);
    }

    @Test
    void anAdoptionIsRejectedIfALeaseOfAnyProcessHasTheInstance() {
        scenario.run(shared, null, "instance-1");
        Ledger two = scenario.ledger("two", AccountUse.SHARED);

        assertThatIllegalStateException()
                .isThrownBy(() -> two.adopt(scenario.listed("instance-1"), plan(null), PRICE, scenario.now()))
                .withMessage("instance instance-1 belongs to an open lease: RUNNING");
    }

    @Test
    void aReportedRequestGoesOnWithTheInstanceThatTheCallerAdoptsOrDestroys() {
        LeaseRecord first = shared.report(scenario.lose(shared, null).nonce());
        LeaseRecord second = shared.report(scenario.lose(shared, null).nonce());
        scenario.show("instance-1");
        scenario.show("instance-2");
        scenario.look(shared);

        assertThat(shared.adopt(scenario.listed("instance-1"), plan(null), PRICE, scenario.now())
                        .nonce())
                .isEqualTo(first.nonce());
        assertThat(shared.ending(scenario.listed("instance-2"), scenario.now()).nonce())
                .isEqualTo(second.nonce());
    }

    @Test
    void aSweepSparesLeasesOfLivingHoldersAndRequestsInProgress() {
        scenario.run(shared, null, "leased");
        shared.keep(scenario.run(shared, null, "kept").nonce());
        scenario.look(shared);

        assertThat(protection(shared, "leased", true)).isEqualTo(SweepPreview.Reason.LEASED);
        assertThat(protection(shared, "leased", false)).isNull();
        assertThat(protection(shared, "kept", true)).isNull();

        scenario.send(shared, null);
        scenario.show("new");
        scenario.look(shared);
        assertThat(protection(shared, "new", true)).isEqualTo(SweepPreview.Reason.BEING_CREATED);
    }

    private SweepPreview.@Nullable Reason protection(Ledger ledger, String instanceUuid, boolean alive) {
        return ledger.protection(scenario.listed(instanceUuid), holder -> alive, scenario.now())
                .orElse(null);
    }

    @Test
    void nothingChangesIfTheStoreFails() {
        Ledger ledger = new Ledger(
                "one",
                new Ledger.Settings(LedgerScenario.record(LeaseState.KEPT).declaration(), WINDOW, Limits.NONE, true),
                new Ledger.Store() {
                    @Override
                    public void require(LeaseRecord changed) {
                        throw new LeaseJournalException(
                                "nothing was sent", Path.of("journal"), new IOException("full"));
                    }

                    @Override
                    public void record(LeaseRecord changed) {
                        throw new AssertionError("not needed");
                    }
                },
                () -> "00000001",
                new Sightings());

        assertThatThrownBy(() -> ledger.plan(plan("job"), scenario.now())).isInstanceOf(LeaseJournalException.class);
        assertThat(ledger.all()).isEmpty();
    }

    @Test
    void rejectsARecordThatContradictsItself() {
        LeaseRecord running = LedgerScenario.record(LeaseState.RUNNING);

        for (LeaseRecord broken : List.of(
                running.with(new Timer(Instant.MAX, null)),
                running.withInstance(null),
                running.with(End.NONE.at(LedgerScenario.START)),
                LedgerScenario.record(LeaseState.UNKNOWN).with((LeaseRecord.Request) null))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> shared.load(broken, scenario.now()))
                    .withMessageStartingWith("the record of a lease contradicts itself");
        }
        assertThat(shared.all()).isEmpty();
    }
}
