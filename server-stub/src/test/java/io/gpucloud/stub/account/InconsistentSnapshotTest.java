package io.gpucloud.stub.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.billing.BillEntry;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Ledger;
import io.gpucloud.stub.billing.Recharge;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An inconsistent state is rejected when it is restored, not found by a later request. */
class InconsistentSnapshotTest {

    private static final String NEVER = " has a number that was never given";
    private static final String TWICE = " has a number that was given to another one";

    /** Has a pending event for each status of an instance, and for an image. */
    private final Tenant tenant = Tenant.withFunds();

    private final String saved = tenant.runs();
    private final String running = tenant.runs();
    private final String created = tenant.creates();
    private final String image =
            tenant.does(account -> account.saveImage(saved, "base", null)).uuid();
    private final AccountSnapshot whole = tenant.state();

    private AccountSnapshot with(
            long instances, long images, long entries, List<ScheduledEvent> agenda, Ledger.State ledger) {
        return new AccountSnapshot(
                whole.moment(),
                instances,
                images,
                entries,
                whole.instances(),
                whole.images(),
                agenda,
                ledger,
                whole.stock(),
                whole.durations(),
                whole.faults(),
                whole.stale());
    }

    private AccountSnapshot counted(long instances, long images, long entries) {
        return with(instances, images, entries, whole.agenda(), whole.ledger());
    }

    private AccountSnapshot with(List<ScheduledEvent> agenda, long entries) {
        return with(whole.instanceSequence(), whole.imageSequence(), entries, agenda, whole.ledger());
    }

    private AccountSnapshot awaiting(Kind kind, String subject, long due) {
        List<ScheduledEvent> agenda = new ArrayList<>(whole.agenda());
        agenda.removeIf(entry -> entry.kind() == kind && entry.subject().equals(subject));
        agenda.add(new ScheduledEvent(due, whole.agendaSequence() + 1, kind, subject));
        return with(agenda, whole.agendaSequence() + 1);
    }

    private static Account restored(AccountSnapshot state) {
        return new Account(new AccountKey("tenant"), Tenant.rules(new Rules.Metering(true, true), 100), state, 0);
    }

    private static void assertRefused(AccountSnapshot state, String message) {
        assertThatThrownBy(() -> restored(state))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aConsistentSnapshotIsRestored() {
        assertThat(restored(whole).export()).isEqualTo(whole);
        assertThat(whole.agenda())
                .extracting(ScheduledEvent::kind)
                .contains(Kind.BOOT_FINISHED, Kind.SETTLEMENT, Kind.SHUTDOWN_FINISHED, Kind.UPLOAD_FINISHED);
    }

    @Test
    void numbersThatWereNeverGivenAreRejected() {
        assertRefused(counted(0, whole.imageSequence(), whole.agendaSequence()), "an instance" + NEVER);
        assertRefused(counted(whole.instanceSequence(), 0, whole.agendaSequence()), "an image" + NEVER);
        assertRefused(counted(whole.instanceSequence(), 1, 1), "an entry of the agenda" + NEVER);
        assertRefused(withLedger(List.of(), List.of(), List.of(), -1), "a bill" + NEVER);
        assertRefused(counted(Long.MAX_VALUE, 1, whole.agendaSequence()), "an instance" + NEVER);
    }

    @Test
    void oneNumberForTwoEventsIsRejected() {
        ScheduledEvent first = whole.agenda().get(0);
        ScheduledEvent other = new ScheduledEvent(first.due(), first.sequence(), Kind.TIMER_REACHED, running);
        assertRefused(with(List.of(first, other), whole.agendaSequence()), "an entry of the agenda" + TWICE);
    }

    @Test
    void theSameEventTwiceIsRejected() {
        ScheduledEvent first = whole.agenda().get(0);
        var again = new ScheduledEvent(first.due() + 1, whole.agendaSequence() + 1, first.kind(), first.subject());
        List<ScheduledEvent> agenda = new ArrayList<>(whole.agenda());
        agenda.add(again);
        assertRefused(with(agenda, whole.agendaSequence() + 1), "the agenda names the same thing twice");
    }

    @ParameterizedTest
    @EnumSource
    void eventsOfUnknownOrWrongSubjectsAreRejected(Kind kind) {
        boolean upload = kind == Kind.UPLOAD_FINISHED || kind == Kind.UPLOAD_FAILED;
        for (String subject : List.of("none", upload ? running : image)) {
            assertRefused(awaiting(kind, subject, whole.moment() + 1), "the agenda names what cannot happen");
        }
    }

    @Test
    void eventsThatDoNotFitTheStatusAreRejected() {
        assertRefused(awaiting(Kind.BOOT_FINISHED, running, whole.moment() + 1), "cannot happen: BOOT_FINISHED");
        assertRefused(awaiting(Kind.BOOT_FAILED, saved, whole.moment() + 1), "cannot happen: BOOT_FAILED");
        assertRefused(awaiting(Kind.SETTLEMENT, saved, whole.moment() + 1), "cannot happen: SETTLEMENT");
        assertRefused(awaiting(Kind.SHUTDOWN_FINISHED, created, whole.moment() + 1), "cannot happen: SHUTDOWN");
        assertRefused(awaiting(Kind.TIMER_REACHED, saved, whole.moment() + 1), "cannot happen: TIMER_REACHED");
    }

    @Test
    void billsThatWereNotPaidAreRejected() {
        assertRefused(
                withLedger(List.of(), List.of(), bill(ChargeChannel.BALANCE, 5), 1),
                "bills of channel 1 are more than the recharges: 5 cents of 0");
        assertRefused(
                withLedger(List.of(), List.of(card(10, 7)), bill(ChargeChannel.CARD, 5), 1),
                "bills of channel 2 differ from the amount spent from the cards: 5 cents instead of 3");
        assertRefused(withLedger(List.of(), List.of(card(10, 11)), bill(ChargeChannel.CARD, -1), 1), "has an amount");
        assertRefused(withLedger(List.of(new Recharge("R1", -1, 0, 0)), List.of(), List.of(), 1), "has an amount");
    }

    private AccountSnapshot withLedger(List<Recharge> recharges, List<Card> cards, List<BillEntry> bills, long given) {
        return with(
                whole.instanceSequence(),
                whole.imageSequence(),
                whole.agendaSequence(),
                whole.agenda(),
                new Ledger.State(recharges, cards, bills, List.of(), given));
    }

    private static List<BillEntry> bill(ChargeChannel channel, long cents) {
        return List.of(new BillEntry(cents, channel, 1, 0, 1));
    }

    private static Card card(long face, long leave) {
        return new Card("card", "1", "Card", face, leave, face, 0, 365, List.of());
    }

    /**
     * An hour that began in the year 1 would be settled hour by hour. An hour in the future would be billed with a
     * negative amount.
     */
    @Test
    void settlementsOfOtherHoursAreRejected() {
        assertRefused(awaiting(Kind.SETTLEMENT, running, -1), "cannot happen: SETTLEMENT");
        assertRefused(
                awaiting(Kind.SETTLEMENT, running, whole.moment() + 2 * Tenant.HOUR), "cannot happen: SETTLEMENT");
    }
}
