package io.gpucloud.stub.billing;

import io.gpucloud.stub.paging.Page;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Recharges, compute cards and bills of an account. Two sums always hold: balance = recharges - bills paid from the
 * balance, and amount spent from cards = bills paid by card.
 */
public final class Ledger {

    private final IdentifierGenerator identifiers;
    private final List<Recharge> recharges;
    private final List<Card> cards;
    /** Positions in {@link #cards}, the earliest expiry first. */
    private final List<Integer> spendingOrder = new ArrayList<>();

    private final Charges charges;
    private long chargeSequence;
    private long balance;

    /**
     * The contents of a ledger.
     *
     * @param recharges recharges, oldest first
     * @param cards compute cards, oldest first
     * @param entries bill entries, oldest first
     * @param carriedOver at most one entry per channel: the sum of the entries that were dropped
     */
    public record State(
            List<Recharge> recharges,
            List<Card> cards,
            List<BillEntry> entries,
            List<BillEntry> carriedOver,
            long sequence) {

        /** Nothing was ever booked. */
        public static final State EMPTY = new State(List.of(), List.of(), List.of(), List.of(), 0);
    }

    /**
     * Checks that recharges cover the bills of the balance, and that the bills of cards are what was spent from the
     * cards. All amounts are in cents.
     *
     * @throws IllegalArgumentException if they do not; the message has the sums that differ
     */
    public static void requireBalanced(long paidIn, long billed, long spentFromCards, long billedToCards) {
        if (paidIn < billed) {
            throw new IllegalArgumentException(
                    "bills of channel 1 are more than the recharges: " + billed + " cents of " + paidIn);
        }
        if (spentFromCards != billedToCards) {
            throw new IllegalArgumentException("bills of channel 2 differ from the amount spent from the cards: "
                    + billedToCards + " cents instead of " + spentFromCards);
        }
    }

    /**
     * Checks the amounts.
     *
     * @throws IllegalArgumentException if one is out of range, or they do not add up
     */
    public void requireConsistent() {
        boolean inRange = recharges.stream().allMatch(recharge -> recharge.cents() >= 0)
                && cards.stream().allMatch(card -> card.leaveCents() >= 0 && card.leaveCents() <= card.faceCents())
                && charges.all().allMatch(charge -> charge.cents() >= 0);
        if (!inRange) {
            throw new IllegalArgumentException("a recharge, a card or a bill has an amount that is out of range");
        }
        long spent = cards.stream()
                .mapToLong(card -> card.faceCents() - card.leaveCents())
                .sum();
        long billed = charges.sum(ChargeChannel.BALANCE);
        requireBalanced(balance + billed, billed, spent, charges.sum(ChargeChannel.CARD));
    }

    public Ledger(IdentifierGenerator identifiers, int maxBills, State state) {
        this.identifiers = identifiers;
        recharges = new ArrayList<>(state.recharges());
        cards = new ArrayList<>(state.cards());
        charges = new Charges(maxBills, state.entries(), state.carriedOver());
        chargeSequence = state.sequence();
        balance = recharges.stream().mapToLong(Recharge::cents).sum() - charges.sum(ChargeChannel.BALANCE);
        orderSpending();
    }

    public Recharge recharge(long cents, long tradeTime, long payTime) {
        Recharge recharge = new Recharge(identifiers.tradeNumber(recharges.size() + 1L), cents, tradeTime, payTime);
        recharges.add(recharge);
        balance += cents;
        return recharge;
    }

    /** Takes money away without a bill: from the recharges, the newest first, so that the sums still hold. */
    public void withdraw(long cents) {
        balance -= cents;
        long rest = cents;
        for (int index = recharges.size() - 1; rest > 0; index--) {
            Recharge recharge = recharges.get(index);
            long part = Math.min(rest, recharge.cents());
            recharges.set(index, recharge.less(part));
            rest -= part;
        }
    }

    public Card bind(CardTerms terms, long bindTime) {
        long sequence = cards.size() + 1L;
        Card card = new Card(
                identifiers.card(sequence),
                identifiers.cardNumber(sequence),
                terms.title(),
                terms.faceCents(),
                terms.leaveCents(),
                terms.saleCents(),
                bindTime,
                terms.validDays(),
                terms.podUuids());
        cards.add(card);
        orderSpending();
        return card;
    }

    /** Returns the funds that can pay for an instance of this pod, in cents. Null means an instance without a pod. */
    public long usable(@Nullable String podUuid, long moment) {
        return balance
                + cards.stream()
                        .filter(card -> card.pays(podUuid, moment))
                        .mapToLong(Card::leaveCents)
                        .sum();
    }

    /**
     * Takes an amount from the cards that can pay at the end of the span, then from the balance. Records one bill for
     * each channel that paid. An amount that neither covers is not billed.
     */
    public boolean charge(long cents, @Nullable String podUuid, long start, long end) {
        long byCards = 0;
        for (int index : spendingOrder) {
            Card card = cards.get(index);
            if (byCards < cents && card.pays(podUuid, end)) {
                long part = Math.min(card.leaveCents(), cents - byCards);
                cards.set(index, card.spend(part));
                byCards += part;
            }
        }
        long byBalance = Math.min(balance, cents - byCards);
        balance -= byBalance;
        record(ChargeChannel.CARD, byCards, start, end);
        record(ChargeChannel.BALANCE, byBalance, start, end);
        return byCards + byBalance == cents;
    }

    /** Records a past bill. The amount of a card already excludes it. */
    public void carryIn(ChargeChannel channel, long cents, long start, long end) {
        if (channel == ChargeChannel.BALANCE) {
            balance -= cents;
        }
        record(channel, cents, start, end);
    }

    public Balance balance(long moment) {
        long onCards = cards.stream()
                .filter(card -> card.state(moment) == Card.State.USABLE)
                .mapToLong(Card::leaveCents)
                .sum();
        return new Balance(balance, onCards);
    }

    public Page<Card> cards(Page.Request page) {
        return Page.of(cards.size(), index -> cards.get(cards.size() - 1 - index), page);
    }

    /** Recharges whose number contains the text, newest first. */
    public Page<Recharge> recharges(String tradeNumber, Page.Request page) {
        List<Recharge> found = new ArrayList<>(recharges.stream()
                .filter(recharge -> contains(recharge.tradeNumber(), tradeNumber))
                .toList());
        Collections.reverse(found);
        return Page.of(found, page);
    }

    /** Bills of the channels, newest first; an order number that is not empty finds the one bill that has it. */
    public Page<Bill> bills(Set<ChargeChannel> channels, String orderNumber, Page.Request page) {
        if (!orderNumber.isEmpty()) {
            List<Bill> found = charges.all()
                    .filter(charge -> channels.contains(charge.channel()))
                    .filter(charge -> orderNumber.equals(identifiers.orderNumber(charge.sequence())))
                    .map(this::bill)
                    .toList();
            return Page.of(found, page);
        }
        return charges.list(channels, page).map(this::bill);
    }

    /** Returns the sum of all bills, in cents. */
    public long spent() {
        return charges.sum(ChargeChannel.BALANCE) + charges.sum(ChargeChannel.CARD);
    }

    /** Sums up bills over spans of equal length. A bill counts in the span in which it ends. */
    public List<SpendingSpan> spending(long first, long seconds, int spans) {
        return charges.spending(first, seconds, spans).stream()
                .map(span -> span.withRecharged(recharged(span.start(), span.start() + seconds)))
                .toList();
    }

    private long recharged(long from, long until) {
        return recharges.stream()
                .filter(recharge -> recharge.payTime() >= from && recharge.payTime() < until)
                .mapToLong(Recharge::cents)
                .sum();
    }

    public int rechargeCount() {
        return recharges.size();
    }

    public int cardCount() {
        return cards.size();
    }

    /** Returns the number of bills that can be listed. */
    public int billCount() {
        return charges.count();
    }

    /** Returns the number of cards that have expired. */
    public long expiredCards(long moment) {
        return cards.stream().filter(card -> card.expireDate() <= moment).count();
    }

    public List<Card> cards() {
        return List.copyOf(cards);
    }

    /** Exports the contents. */
    public State export() {
        return new State(List.copyOf(recharges), cards(), charges.kept(), charges.carriedOver(), chargeSequence);
    }

    /** Stable: of two cards with the same expiry, the one bound first pays first. */
    private void orderSpending() {
        spendingOrder.clear();
        IntStream.range(0, cards.size())
                .boxed()
                .sorted(Comparator.comparingLong(index -> cards.get(index).expireDate()))
                .forEach(spendingOrder::add);
    }

    private void record(ChargeChannel channel, long cents, long start, long end) {
        if (cents > 0) {
            chargeSequence++;
            charges.add(new BillEntry(cents, channel, chargeSequence, start, end));
        }
    }

    private Bill bill(BillEntry charge) {
        String what = charges.isCarriedOver(charge) ? "Earlier GPU time, carried over, paid " : "GPU time paid ";
        String remark = what + (charge.channel() == ChargeChannel.BALANCE ? "from the balance" : "by compute card");
        String number = identifiers.orderNumber(charge.sequence());
        return new Bill(charge.cents(), charge.channel(), number, charge.start(), charge.end(), remark);
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
