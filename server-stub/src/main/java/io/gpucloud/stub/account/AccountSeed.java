package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.CardTerms;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Ledger;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.ResponseEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The initial contents of an account. Times are offsets in seconds from the moment it is opened; the past is negative.
 *
 * @param instances instances; their time begins when the account opens
 * @param controls its clock and its faults, or null if it has neither
 */
public record AccountSeed(
        List<PaidIn> recharges,
        List<BoundCard> cards,
        List<PastBill> bills,
        List<SavedImage> images,
        List<RentedInstance> instances,
        @Nullable Controls controls) {

    /** An account that owns nothing. */
    public static final AccountSeed EMPTY = new AccountSeed(List.of(), List.of(), List.of(), List.of(), List.of());

    /** An account with the clock of the stub, and without faults. */
    public AccountSeed(
            List<PaidIn> recharges,
            List<BoundCard> cards,
            List<PastBill> bills,
            List<SavedImage> images,
            List<RentedInstance> instances) {
        this(recharges, cards, bills, images, instances, null);
    }

    /** An account that owns some money and nothing else. */
    public static AccountSeed ofBalance(long cents) {
        List<PaidIn> recharges = cents == 0 ? List.of() : List.of(new PaidIn(cents, 0, 0));
        return new AccountSeed(recharges, List.of(), List.of(), List.of(), List.of());
    }

    /** The same contents with another balance, and nothing more spent: adds a recharge, or reduces the last ones. */
    public AccountSeed withBalance(long cents) {
        long balance = paidIn() - billed(ChargeChannel.BALANCE);
        List<PaidIn> paidIn = new ArrayList<>(recharges);
        if (cents > balance) {
            paidIn.add(new PaidIn(cents - balance, 0, 0));
        }
        long rest = balance - cents;
        for (int index = paidIn.size() - 1; rest > 0; index--) {
            PaidIn recharge = paidIn.get(index);
            long part = Math.min(rest, recharge.cents());
            paidIn.set(index, new PaidIn(recharge.cents() - part, recharge.tradeOffset(), recharge.payOffset()));
            rest -= part;
        }
        return new AccountSeed(paidIn, cards, bills, images, instances, controls);
    }

    /** The contents of this seed and of another one, both without clock and faults. */
    public AccountSeed and(AccountSeed other) {
        return new AccountSeed(
                joined(recharges, other.recharges),
                joined(cards, other.cards),
                joined(bills, other.bills),
                joined(images, other.images),
                joined(instances, other.instances));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** A recharge. */
    public record PaidIn(long cents, long tradeOffset, long payOffset) {}

    /**
     * A compute card.
     *
     * @param validDays validity from then on, in days
     * @param podUuids pods it applies to; empty for all
     */
    public record BoundCard(
            String title,
            long faceCents,
            long leaveCents,
            long saleCents,
            long bindOffset,
            int validDays,
            List<String> podUuids) {

        CardTerms terms() {
            return new CardTerms(title, faceCents, leaveCents, saleCents, validDays, podUuids);
        }
    }

    /** A bill. */
    public record PastBill(long cents, ChargeChannel channel, long startOffset, long endOffset) {}

    /**
     * A private image.
     *
     * @param podUuid the pod it derives from, or null
     * @param podTag tag of that pod, or null
     */
    public record SavedImage(
            String title,
            String remark,
            SaveImageStatus status,
            long createOffset,
            @Nullable String podUuid,
            @Nullable String podTag) {}

    /** An instance. */
    public record RentedInstance(
            Instance.Source source,
            String gpuUuid,
            int gpuNums,
            String title,
            InstanceStatus status,
            long createOffset) {}

    /**
     * The clock and the faults of an account.
     *
     * @param clock the setting of its own clock, or null if it follows the clock of the stub
     */
    public record Controls(
            @Nullable ClockChange clock,
            List<FaultDefinition<ResponseEffect>> responseFaults,
            List<FaultDefinition<LifecycleEffect>> lifecycleFaults) {}

    /**
     * Opens an account with these contents.
     *
     * @param moment when the account opens, in epoch seconds
     * @param generation part of the revision of the account
     */
    public Account open(AccountKey key, Rules rules, long moment, long generation) {
        Account account = new Account(key, rules, AccountSnapshot.fresh(moment, rules.durations()), generation);
        account.plant(this);
        return account;
    }

    /**
     * Opens an account with these contents in place of an earlier one, as a reset does. The contents have the
     * identifiers of a new account. Later instances and private images have identifiers that the earlier account did
     * not use.
     *
     * @param moment when the account opens, in epoch seconds
     * @param generation part of the revision of the account
     */
    public Account reopen(AccountKey key, Rules rules, long moment, long generation, Account earlier) {
        Account account = open(key, rules, moment, generation);
        account.continueAfter(earlier);
        return account;
    }

    /**
     * Checks this seed.
     *
     * @param catalog the catalog that the seed may refer to
     * @throws IllegalArgumentException if the seed refers to an object that the catalog lacks, or its amounts do not
     *     add up
     */
    public void requireFit(Catalog catalog) {
        instances.forEach(instance -> catalog.requireGpu(instance.gpuUuid(), "an instance of the seed"));
        cards.forEach(card -> catalog.requirePods(card.podUuids(), "a card of the seed"));
        requireBalancedBooks();
    }

    /**
     * Checks that the recharges cover the bills of the balance, and that the bills of cards equal the spent card
     * amounts.
     *
     * @throws IllegalArgumentException if they do not; the message has the sums that differ
     */
    public void requireBalancedBooks() {
        long spent = cards.stream()
                .mapToLong(card -> card.faceCents() - card.leaveCents())
                .sum();
        Ledger.requireBalanced(paidIn(), billed(ChargeChannel.BALANCE), spent, billed(ChargeChannel.CARD));
    }

    private long paidIn() {
        return recharges.stream().mapToLong(PaidIn::cents).sum();
    }

    private long billed(ChargeChannel channel) {
        return bills.stream()
                .filter(bill -> bill.channel() == channel)
                .mapToLong(PastBill::cents)
                .sum();
    }
}
