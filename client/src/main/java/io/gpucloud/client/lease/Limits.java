package io.gpucloud.client.lease;

import io.gpucloud.client.internal.DurationText;
import io.gpucloud.client.lease.LeaseRecord.Cost;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one {@link Leases}. They are queries over all records of the ledger, so that leases of other processes
 * count, whatever limits these have.
 *
 * @param open how many leases may be open or in doubt; null for any number
 * @param hourly what all of them may cost in an hour; null for any amount
 * @param amount what they may spend within any time as long as the window; null for any amount
 * @param window zero without an amount
 */
record Limits(
        @Nullable Integer open,
        @Nullable BigDecimal hourly,
        @Nullable BigDecimal amount,
        Duration window) {

    static final Limits NONE = new Limits(null, null, null, Duration.ZERO);

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

    /**
     * Requires that a create request or an adoption is allowed.
     *
     * @throws SpendingLimitException if a limit does not allow it
     */
    void requireRoom(Collection<LeaseRecord> all, LeaseRecord wanted, Ownership facts) {
        List<LeaseRecord> others =
                all.stream().filter(one -> !one.isSame(wanted)).toList();
        List<LeaseRecord> open =
                others.stream().filter(one -> facts.counts(one)).toList();
        requireNumber(open);
        if (limitMoney()) {
            requirePrices(open, wanted);
            requireHourly(open, price(wanted));
            requireAmount(others, reserved(wanted, facts), facts);
        }
    }

    /**
     * Requires that a later end of an instance is allowed.
     *
     * @throws SpendingLimitException if a limit does not allow it
     */
    void requireExtension(Collection<LeaseRecord> all, LeaseRecord before, LeaseRecord after, Ownership facts) {
        BigDecimal more = reserved(after, facts).subtract(reserved(before, facts));
        if (amount != null && more.signum() > 0) {
            requirePrices(List.of(), after);
            requireAmount(all, more, facts);
        }
    }

    private boolean limitMoney() {
        return hourly != null || amount != null;
    }

    private void requireNumber(List<LeaseRecord> others) {
        if (open != null && others.size() >= open) {
            String summary = "maxOpenLeases " + open + " is reached: " + others.size() + " are open or in doubt";
            throw exceeded(
                    summary, others, BigDecimal.valueOf(open), BigDecimal.valueOf(others.size()), BigDecimal.ONE);
        }
    }

    private void requirePrices(List<LeaseRecord> others, LeaseRecord wanted) {
        List<LeaseRecord> unpriced =
                others.stream().filter(one -> one.cost().hourly() == null).toList();
        if (!unpriced.isEmpty() || wanted.cost().hourly() == null) {
            BigDecimal limit = amount == null ? hourly : amount;
            throw exceeded("limits of money need a price of each lease", unpriced, limit, sum(others), price(wanted));
        }
    }

    private void requireHourly(List<LeaseRecord> others, BigDecimal wanted) {
        BigDecimal reserved = sum(others);
        if (hourly != null && reserved.add(wanted).compareTo(hourly) > 0) {
            String summary = "a rental for " + plain(wanted) + " an hour exceeds maxHourlyCost " + plain(hourly) + ": "
                    + plain(reserved) + " an hour are reserved";
            throw exceeded(summary, others, hourly, reserved, wanted);
        }
    }

    private void requireAmount(Collection<LeaseRecord> all, BigDecimal wanted, Ownership facts) {
        if (amount == null) {
            return;
        }
        BigDecimal spent = sum(all, one -> spent(one, facts));
        BigDecimal reserved = sum(all, one -> reserved(one, facts));
        if (spent.add(reserved).add(wanted).compareTo(amount) <= 0) {
            return;
        }
        String limit = "the limit of " + plain(amount) + " in " + DurationText.of(window);
        String summary = wanted.compareTo(amount) > 0
                ? "at most " + plain(wanted) + " can never be spent with " + limit
                        + "; choose a shorter maxLifetime or a cheaper model"
                : "at most " + plain(wanted) + " more exceeds " + limit + ": " + plain(spent) + " are spent, and "
                        + plain(reserved) + " reserved"
                        + names(all.stream().filter(facts::counts).toList());
        throw new SpendingLimitException(summary, amount, window, spent, reserved, wanted);
    }

    /** Names what counts, so that the caller can end it. */
    private static SpendingLimitException exceeded(
            String summary,
            List<LeaseRecord> counting,
            @Nullable BigDecimal limit,
            BigDecimal reserved,
            BigDecimal wanted) {
        BigDecimal allowed = limit == null ? BigDecimal.ZERO : limit;
        return new SpendingLimitException(summary + names(counting), allowed, null, BigDecimal.ZERO, reserved, wanted);
    }

    private static String names(List<LeaseRecord> counting) {
        List<String> names = counting.stream()
                .map(one -> one.name() + " (" + one.state() + ")")
                .toList();
        return names.isEmpty()
                ? ""
                : ": " + String.join(", ", names)
                        + "; each counts until it is gone, and destroyAndConfirm(..) or 'gpu-cloud destroy' ends it";
    }

    /** The money that is spent and reserved; null without a limit of an amount. */
    @Nullable
    Spending spending(Collection<LeaseRecord> all, Ownership facts) {
        return amount == null
                ? null
                : new Spending(
                        amount, window, sum(all, one -> spent(one, facts)), sum(all, one -> reserved(one, facts)));
    }

    /** The money of a record within the window until now. It grows as long as the instance may run. */
    BigDecimal spent(LeaseRecord record, Ownership facts) {
        Instant since = record.cost().since();
        Instant until = record.cost().until();
        if (since == null || until == null) {
            return BigDecimal.ZERO;
        }
        Instant now = facts.moment().now();
        Instant absent = record.end().absentSince();
        Instant end = now;
        boolean counts = facts.counts(record);
        if (record.state().isDoubtful() && !counts) {
            return BigDecimal.ZERO;
        }
        if (!counts) {
            end = absent == null || record.state().isOver() ? Moment.earlier(end, until) : absent;
        }
        return cost(record.cost(), Moment.later(since, now.minus(window)), end);
    }

    /** The cost of the instance of a record since a moment; empty if there was none since then. */
    static Optional<RentalCost> cost(LeaseRecord record, Instant from, Moment moment) {
        Instant since = record.cost().since();
        Instant until = record.cost().until();
        if (record.instanceUuid() == null || since == null || until == null) {
            return Optional.empty();
        }
        Instant absent = record.state().isOver() ? null : record.end().absentSince();
        LeaseCost cost = new LeaseCost(
                Moment.later(since, from),
                absent == null ? Moment.earlier(moment.now(), until) : absent,
                record.cost().hourly(),
                null);
        return cost.until().isBefore(from)
                ? Optional.empty()
                : Optional.of(new RentalCost(
                        record.instanceUuid(),
                        record.tag(),
                        record.plan().data(),
                        record.request() == null
                                ? null
                                : record.request().content().gpuUuid(),
                        cost));
    }

    /** The money of a record after a moment. */
    BigDecimal reserved(LeaseRecord record, Ownership facts) {
        Instant now = facts.moment().now();
        Instant since = record.cost().since();
        Instant until = record.cost().until();
        return since == null || until == null || !facts.counts(record)
                ? BigDecimal.ZERO
                : cost(record.cost(), Moment.later(since, now), until);
    }

    /** The price of a time, rounded up to cents, as each bill may be. */
    private static BigDecimal cost(Cost cost, Instant begin, Instant end) {
        BigDecimal price = cost.hourly();
        if (price == null || !end.isAfter(begin)) {
            return BigDecimal.ZERO;
        }
        BigDecimal seconds = BigDecimal.valueOf(Duration.between(begin, end).toSeconds() + 1);
        return price.multiply(seconds).divide(SECONDS_PER_HOUR, 2, RoundingMode.UP);
    }

    private static BigDecimal price(LeaseRecord record) {
        BigDecimal price = record.cost().hourly();
        return price == null ? BigDecimal.ZERO : price;
    }

    private static BigDecimal sum(List<LeaseRecord> all) {
        return sum(all, Limits::price);
    }

    private static BigDecimal sum(Collection<LeaseRecord> all, Function<LeaseRecord, BigDecimal> amount) {
        return all.stream().map(amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static String plain(BigDecimal amount) {
        return amount.toPlainString();
    }
}
