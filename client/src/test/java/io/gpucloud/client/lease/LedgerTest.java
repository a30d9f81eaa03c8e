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
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord planned = ledger.plan(plan("job"), scenario.now());
        assertThat(ledger.mine()).containsExactly(planned);

        LeaseRecord running = scenario.run(ledger, "other job", "instance-1");
        assertThat(ledger.mine())
                .filteredOn(LeaseRecord::state, LeaseState.RUNNING)
                .containsExactly(running);
        assertThat(running.timer().end()).isEqualTo(LedgerScenario.START.plus(HOUR));

        LeaseRecord ended = scenario.destroy(ledger, running);
        assertThat(ended.state()).isEqualTo(LeaseState.ENDED);
        assertThat(state(running)).isEqualTo(LeaseState.ENDED);
        assertThat(ledger.mine())
                .filteredOn(LeaseRecord::state, LeaseState.RUNNING)
                .isEmpty();
    }

    @Test
    void aRejectedRequestMadeNothingAndCanBeSentAgain() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord sent = scenario.send(ledger, "job");
        assertThat(ledger.rejected(sent.nonce()).request()).isNull();
        scenario.show("foreign");
        scenario.look(ledger);

        LeaseRecord again = ledger.sending(sent.nonce(), POD, PRICE, scenario.now());

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
        Ledger ledger = one(AccountUse.SHARED);
        scenario.run(ledger, null, "instance-1");
        LeaseRecord sent = scenario.send(scenario.ledger("two", AccountUse.SHARED), null);
        scenario.load(ledger);

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
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord lost = scenario.lose(ledger, null);
        scenario.show("instance-1");

        assertThat(kinds(scenario.lookFor(ledger, HOUR.multipliedBy(3)))).containsExactly(Kind.NAME);
        assertThat(ledger.mayGoOn(lost, scenario.now())).isFalse();
        assertThat(state(lost)).isEqualTo(LeaseState.IN_DOUBT);
    }

    @Test
    void aTagIsReservedForAllProcessesBeforeTheRequest() {
        Ledger one = one(AccountUse.SHARED);
        one.plan(plan("job"), scenario.now());
        Ledger two = scenario.ledger("two", AccountUse.SHARED);

        assertThatThrownBy(() -> two.plan(plan("job"), scenario.now())).isInstanceOf(TagInUseException.class);
        assertThat(two.plan(plan("other"), scenario.now()).state()).isEqualTo(LeaseState.PLANNED);
    }

    @ParameterizedTest
    @EnumSource
    void aTagIsInUseUntilItsLeaseIsOverOrKept(LeaseState state) {
        Ledger ledger = one(AccountUse.SHARED);
        ledger.load(LedgerScenario.record(state).with(plan("job")), scenario.now());
        boolean free = state == LeaseState.KEPT || state.isOver();

        if (free) {
            ledger.plan(plan("job"), scenario.now());
        } else {
            assertThatThrownBy(() -> ledger.plan(plan("job"), scenario.now())).isInstanceOf(TagInUseException.class);
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
        Ledger one = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(one, null, "instance-1");
        scenario.ledger("two", AccountUse.SHARED).takeOver(running.nonce(), scenario.now());
        scenario.load(one);

        assertThatIllegalStateException()
                .isThrownBy(() -> one.ending(running.nonce()))
                .withMessage("another process has taken over the lease of instance-1");
    }

    @Test
    void aHandOverChangesNoStateAndStoresNothing() {
        Ledger one = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(one, null, "instance-1");
        LeaseRecord booting = one.created(scenario.send(one, null).nonce(), "instance-2", scenario.now());
        List<LeaseRecord> before = List.copyOf(scenario.stored.values());

        List<LeaseRecord> given = LedgerScenario.handOver(one);

        assertThat(given).extracting(LeaseRecord::state).containsExactly(LeaseState.RUNNING, LeaseState.BOOTING);
        assertThat(given).extracting(LeaseRecord::nonce).containsExactly(running.nonce(), booting.nonce());
        assertThat(scenario.stored.values()).containsExactlyElementsOf(before);
        assertThat(one.left(holder -> true)).hasSize(2);
    }

    @Test
    void theCostBeginsWithTheInstanceAndNotWithATakeOver() {
        LeaseRecord running = scenario.run(one(AccountUse.SHARED), null, "instance-1");
        for (String next : List.of("two", "three")) {
            scenario.pass(Duration.ofMinutes(20));
            Ledger ledger = scenario.ledger(next, AccountUse.SHARED);

            assertThat(ledger.takeOver(running.nonce(), scenario.now()).cost()).isEqualTo(running.cost());
        }
    }

    @Test
    void threeCompleteListsOverTheWindowProveAnAbsence() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        scenario.look(ledger);
        scenario.account.clear();
        scenario.look(ledger);
        scenario.pass(WINDOW);
        assertThat(scenario.look(ledger)).as("two lists").isEmpty();

        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.LOST);
        assertThat(ledger.get(running.nonce()).state()).isEqualTo(LeaseState.LOST);
    }

    @Test
    void listsWithinLessThanTheWindowProveNothing() {
        Ledger ledger = one(AccountUse.SHARED);
        scenario.run(ledger, null, "instance-1");
        scenario.account.clear();
        for (int i = 0; i < 10; i++) {
            assertThat(scenario.look(ledger)).isEmpty();
            scenario.pass(WINDOW.dividedBy(11));
        }
    }

    @Test
    void aListThatShowsAnInstanceBeginsItsAbsenceAnew() {
        Ledger ledger = one(AccountUse.SHARED);
        scenario.run(ledger, null, "instance-1");
        for (int i = 0; i < 10; i++) {
            scenario.look(ledger);
            scenario.account.clear();
            scenario.look(ledger);
            scenario.pass(WINDOW);
            assertThat(scenario.look(ledger)).isEmpty();
            scenario.show("instance-1");
        }
    }

    @Test
    void incompleteListsProveNothing() {
        Ledger ledger = one(AccountUse.SHARED);
        scenario.run(ledger, null, "instance-1");
        scenario.account.clear();
        for (int i = 0; i < 10; i++) {
            assertThat(scenario.lookAtIncompleteList(ledger)).isEmpty();
            scenario.pass(HOUR);
        }
    }

    @Test
    void aDestructionNeedsAResponse() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        scenario.look(ledger);
        ledger.ending(running.nonce());
        scenario.account.clear();
        ledger.destroyed(running.nonce(), DestroyResponse.LOST, scenario.now());
        assertThat(scenario.lookFor(ledger, WINDOW)).isEmpty();

        ledger.destroyed(running.nonce(), DestroyResponse.REJECTED, scenario.now());

        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.ABSENT);
        assertThat(state(running)).isEqualTo(LeaseState.ENDED);
    }

    @Test
    void aRejectionBeforeAnAcceptedRequestProvesNothingAtOnce() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        ledger.ending(running.nonce());
        scenario.account.clear();
        scenario.look(ledger);

        LeaseRecord rejected = ledger.destroyed(running.nonce(), DestroyResponse.REJECTED, scenario.now());

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
        scenario.run(one(AccountUse.SHARED), null, "instance-1");
        scenario.account.clear();
        Ledger two = scenario.ledger("two", AccountUse.SHARED);
        two.left("two"::equals).forEach(left -> two.takeOver(left.nonce(), scenario.now()));

        assertThat(scenario.lookFor(two, HOUR.multipliedBy(2))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"IN_DOUBT, FAILED", "UNKNOWN, ENDED", "KEPT, ENDED", "LOST, ENDED"})
    void isOverAfterAnHourOfCompleteLists(LeaseState state, LeaseState end) {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord record = LedgerScenario.record(state);
        scenario.require(record);

        scenario.clockIsWrongBy(HOUR.multipliedBy(8));
        scenario.lookFor(ledger, WINDOW);
        assertThat(state(record)).as("the time is not certain").isEqualTo(state);
        scenario.clockIsCertain();
        scenario.lookFor(ledger, HOUR.minusMinutes(2));
        assertThat(state(record)).isEqualTo(state);
        scenario.pass(Duration.ofMinutes(3));
        scenario.look(ledger);
        assertThat(state(record)).isEqualTo(end);
    }

    @Test
    void aWrongDateDestroysNothing() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        scenario.clockIsWrongBy(HOUR.multipliedBy(8));

        assertThat(scenario.look(ledger)).isEmpty();
        assertThat(Ledger.isOver(running, scenario.now())).isFalse();

        scenario.clockIsCertain();
        scenario.pass(HOUR.plusMinutes(5));
        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.DESTROY);
        assertThat(Ledger.isOver(running, scenario.now())).isTrue();
    }

    @Test
    void whatIsOverIsErasedAfter30DaysOfCertainTime() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord ended = scenario.destroy(ledger, scenario.run(ledger, null, "instance-1"));
        scenario.clockIsWrongBy(Duration.ofDays(365));
        assertThat(ledger.erase(scenario.now())).isEmpty();
        scenario.clockIsCertain();
        scenario.pass(Ledger.KEPT_AFTER_THE_END);
        assertThat(ledger.erase(scenario.now())).isEmpty();
        scenario.pass(Duration.ofSeconds(1));

        assertThat(ledger.erase(scenario.now())).containsExactly(ended);
        assertThat(ledger.all()).isEmpty();
    }

    @Test
    void anInstanceThatIsListedAfterItsDestructionIsDestroyedAgain() {
        Ledger ledger = one(AccountUse.SHARED);
        scenario.destroy(ledger, scenario.run(ledger, null, "instance-1"));
        scenario.pass(HOUR);
        scenario.show("instance-1");

        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.DESTROY);
        assertThat(scenario.look(ledger)).as("already under way").isEmpty();
    }

    @Test
    void anInstanceThatIsListedAfterItWasGoneWithoutUsIsNamed() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord lost = LedgerScenario.record(LeaseState.LOST);
        ledger.load(lost, scenario.now());
        scenario.lookFor(ledger, HOUR.plusMinutes(1));
        assertThat(state(lost)).isEqualTo(LeaseState.ENDED);
        scenario.show("instance-1");

        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.NAME);
        assertThat(scenario.look(ledger)).isEmpty();
    }

    @Test
    void anInstanceThatWasAdoptedAfterItsDestructionIsNotDestroyed() {
        Ledger ledger = one(AccountUse.SHARED);
        scenario.destroy(ledger, scenario.run(ledger, null, "instance-1"));
        scenario.show("instance-1");
        ledger.adopt(scenario.listed("instance-1"), plan(null), PRICE, scenario.now());

        assertThat(scenario.look(ledger)).isEmpty();
    }

    /** A save shuts the instance down. To destroy it would end the upload, or the wait for it. */
    @Test
    void anInstanceThatIsSavedIsNotLost() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        scenario.show("instance-1", InstanceStatus.SHUT_DOWN, SaveImageStatus.UPLOADING);
        assertThat(scenario.look(ledger)).isEmpty();
        scenario.show("instance-1", InstanceStatus.SHUT_DOWN, SaveImageStatus.SUCCEEDED);

        assertThat(scenario.look(ledger)).isEmpty();
        assertThat(state(running)).isEqualTo(LeaseState.RUNNING);
    }

    @Test
    void anInstanceThatIsShutDownIsLost() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        scenario.show("instance-1", "", InstanceStatus.SHUTTING_DOWN);
        assertThat(scenario.look(ledger)).isEmpty();
        scenario.show("instance-1", "", InstanceStatus.SHUT_DOWN);

        assertThat(kinds(scenario.look(ledger))).containsExactly(Kind.LOST);
        assertThat(ledger.get(running.nonce()).state()).isEqualTo(LeaseState.LOST);
    }

    @Test
    void anAdoptionIsRejectedIfALeaseOfAnyProcessHasTheInstance() {
        scenario.run(one(AccountUse.SHARED), null, "instance-1");
        Ledger two = scenario.ledger("two", AccountUse.SHARED);

        assertThatIllegalStateException()
                .isThrownBy(() -> two.adopt(scenario.listed("instance-1"), plan(null), PRICE, scenario.now()))
                .withMessage("instance instance-1 belongs to an open lease: RUNNING");
    }

    @Test
    void aReportedRequestGoesOnWithTheInstanceThatTheCallerAdoptsOrDestroys() {
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord first = ledger.report(scenario.lose(ledger, null).nonce());
        LeaseRecord second = ledger.report(scenario.lose(ledger, null).nonce());
        scenario.show("instance-1");
        scenario.show("instance-2");
        scenario.look(ledger);

        assertThat(ledger.adopt(scenario.listed("instance-1"), plan(null), PRICE, scenario.now())
                        .nonce())
                .isEqualTo(first.nonce());
        assertThat(ledger.ending(scenario.listed("instance-2"), scenario.now()).nonce())
                .isEqualTo(second.nonce());
    }

    @Test
    void aSweepSparesLeasesOfLivingHoldersAndRequestsInProgress() {
        Ledger one = one(AccountUse.SHARED);
        scenario.run(one, null, "leased");
        one.keep(scenario.run(one, null, "kept").nonce());
        scenario.look(one);

        assertThat(protection(one, "leased", true)).isEqualTo(SweepPreview.Reason.LEASED);
        assertThat(protection(one, "leased", false)).isNull();
        assertThat(protection(one, "kept", true)).isNull();

        scenario.send(one, null);
        scenario.show("new");
        scenario.look(one);
        assertThat(protection(one, "new", true)).isEqualTo(SweepPreview.Reason.BEING_CREATED);
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
        Ledger ledger = one(AccountUse.SHARED);
        LeaseRecord running = LedgerScenario.record(LeaseState.RUNNING);

        for (LeaseRecord broken : List.of(
                running.with(new Timer(Instant.MAX, null)),
                running.withInstance(null),
                running.with(End.NONE.at(LedgerScenario.START)),
                LedgerScenario.record(LeaseState.UNKNOWN).with((LeaseRecord.Request) null))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ledger.load(broken, scenario.now()))
                    .withMessageStartingWith("the record of a lease contradicts itself");
        }
        assertThat(ledger.all()).isEmpty();
    }
}
