package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.internal.DurationText;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves the money of each rental before its create request is sent. Afterwards the records of the journal change the
 * reservation: while the journal names a request or an instance, its money counts as spent.
 */
final class SpendingLimits {

    private static final Logger LOG = LoggerFactory.getLogger(SpendingLimits.class);

    /** More ended reservations are merged into half as many. */
    private static final int MOST_ENDED = 100;

    private final LeaseOptions options;
    private final WaitTimer timer;

    /** Null without limits, and without reservations of other processes. */
    private final @Nullable Reservations reservations;

    SpendingLimits(LeaseOptions options, WaitTimer timer, @Nullable Reservations reservations) {
        this.options = options;
        this.timer = timer;
        this.reservations = reservations;
    }

    static SpendingLimits of(LeaseOptions options, WaitTimer timer) {
        Path journal = options.journal();
        if (journal == null) {
            return new SpendingLimits(options, timer, options.hasLimits() ? Reservations.inMemory() : null);
        }
        ReservationFile file = ReservationFile.in(journal);
        return new SpendingLimits(options, timer, options.hasLimits() || file.exists() ? file : null);
    }

    /**
     * The largest plausible price of an instance to create; zero without a limit of money.
     *
     * @throws NoMatchingGpuException if it is not listed
     */
    BigDecimal price(GpuCloudClient client, InstanceRequest request) {
        return options.limitsMoney() ? listed(request.gpuUuid(), PriceList.of(client, request)) : BigDecimal.ZERO;
    }

    /** As {@link #price(GpuCloudClient, InstanceRequest)}, of an existing instance. */
    BigDecimal price(GpuCloudClient client, Instance existing) {
        return options.limitsMoney()
                ? listed(
                        existing.gpuUuid(),
                        PriceList.of(client, List.of(existing)).of(existing))
                : BigDecimal.ZERO;
    }

    private static BigDecimal listed(@Nullable String gpuUuid, Optional<BigDecimal> price) {
        return price.orElseThrow(() -> new NoMatchingGpuException(
                "limits of money need a listed price",
                Map.of(String.valueOf(gpuUuid), "no hourly price of the model or its pod is listed"),
                FailureDetails.of(ApiOperation.LIST_GPUS).answered(200, ResultCode.SUCCESS, null),
                null));
    }

    /**
     * Reserves the money of a rental.
     *
     * @param existing the instance to adopt, or null
     * @param hourly its largest plausible price
     * @throws SpendingLimitException if a limit does not allow it
     * @throws LeaseJournalException if the reservations cannot be read or written
     */
    void reserve(String id, @Nullable String existing, BigDecimal hourly, @Nullable Duration lifetime) {
        Instant now = timer.now();
        Reservation wanted = new Reservation(
                id,
                existing,
                hourly,
                now,
                now.plus(longest(Objects.requireNonNullElse(lifetime, Duration.ZERO))),
                Reservation.State.CREATING,
                window());
        require(all -> {
            List<Reservation> others =
                    all.stream().filter(other -> !other.isOf(id, existing)).toList();
            check(others, wanted.reserved(now), hourly, now);
            List<Reservation> changed = new ArrayList<>(others);
            changed.add(wanted);
            return changed;
        });
    }

    /**
     * The longest time that an instance can be billed: the service may start to bill {@link LeaseOptions#window()}
     * before the list shows that the instance runs, and its timer may be late by the
     * {@link LeaseOptions#clockTolerance()}.
     */
    private Duration longest(Duration lifetime) {
        Duration least = Preconditions.SHUTDOWN_LEAD_TIME.plus(options.clockTolerance());
        return (lifetime.compareTo(least) < 0 ? least : lifetime)
                .plus(options.window())
                .plus(options.clockTolerance());
    }

    /** The latest end of an instance by its timer. The rest of the reserved time is before the timer is set. */
    private Instant latest(Instant timerEnd) {
        return timerEnd.plus(options.clockTolerance());
    }

    private Duration window() {
        return Objects.requireNonNullElse(options.spendingWindow(), Duration.ZERO);
    }

    /** Reserves the money until a later end of an instance, before its timer is set. */
    void extend(String instanceUuid, Instant end) {
        Instant now = timer.now();
        Instant latest = latest(end);
        require(all -> {
            List<Reservation> changed = new ArrayList<>();
            for (Reservation reservation : all) {
                boolean mine = instanceUuid.equals(reservation.instanceUuid());
                changed.add(mine ? reservation.until(latest) : reservation);
            }
            BigDecimal more = sum(changed, one -> one.reserved(now)).subtract(sum(all, one -> one.reserved(now)));
            checkAmount(all, more, now);
            return changed;
        });
    }

    private void check(List<Reservation> all, BigDecimal wanted, BigDecimal hourly, Instant now) {
        List<Reservation> open = all.stream().filter(Reservation::isOpen).toList();
        Integer most = options.maxOpenLeases();
        if (most != null && open.size() >= most) {
            throw exceeded(
                    "maxOpenLeases " + most + " is reached: " + open.size() + " are open or in doubt",
                    BigDecimal.valueOf(most),
                    null,
                    BigDecimal.ZERO,
                    BigDecimal.valueOf(open.size()),
                    BigDecimal.ONE);
        }
        BigDecimal maxHourly = options.maxHourlyCost();
        List<Reservation> running = all.stream()
                .filter(one -> one.isOpen() || one.until().isAfter(now))
                .toList();
        BigDecimal perHour = sum(running, Reservation::hourly);
        if (maxHourly != null && perHour.add(hourly).compareTo(maxHourly) > 0) {
            throw exceeded(
                    "a rental for " + plain(hourly) + " an hour exceeds maxHourlyCost " + plain(maxHourly) + ": "
                            + plain(perHour) + " an hour are reserved",
                    maxHourly,
                    null,
                    BigDecimal.ZERO,
                    perHour,
                    hourly);
        }
        checkAmount(all, wanted, now);
    }

    private void checkAmount(List<Reservation> all, BigDecimal wanted, Instant now) {
        BigDecimal limit = options.spendingLimit();
        BigDecimal spent = sum(all, one -> one.spent(now));
        BigDecimal reserved = sum(all, one -> one.reserved(now));
        if (limit != null
                && wanted.signum() > 0
                && spent.add(reserved).add(wanted).compareTo(limit) > 0) {
            String summary = wanted.compareTo(limit) > 0
                    ? "at most " + plain(wanted) + " can never be spent with the limit of " + plain(limit) + " in "
                            + DurationText.of(window()) + "; choose a shorter maxLifetime or a cheaper model"
                    : "at most " + plain(wanted) + " more exceeds the limit of " + plain(limit) + " in "
                            + DurationText.of(window()) + ": " + plain(spent) + " are spent, and " + plain(reserved)
                            + " reserved";
            throw exceeded(summary, limit, window(), spent, reserved, wanted);
        }
    }

    private static SpendingLimitException exceeded(
            String summary,
            BigDecimal limit,
            @Nullable Duration window,
            BigDecimal spent,
            BigDecimal reserved,
            BigDecimal wanted) {
        LOG.warn("nothing is rented: {}", summary);
        return new SpendingLimitException(summary, limit, window, spent, reserved, wanted);
    }

    /** A record is about to be written to the journal. */
    void observe(JournalRecord record) {
        if (record instanceof Leased leased) {
            // A timer that is renewed ends the instance earlier only after a crash.
            Instant end = leased.until() == null ? leased.endsAt() : leased.until();
            update(one -> !one.isOf(leased.id(), leased.instanceUuid())
                    ? Stream.of(one)
                    : Stream.of(
                            leased.state() == State.KEPT
                                    ? one.kept()
                                    : one.owned(leased.id(), leased.instanceUuid(), end == null ? null : latest(end))));
        } else if (record instanceof Over over) {
            // Without an instance, nothing was created.
            update(one -> !one.isOpen() || !one.id().equals(over.id())
                    ? Stream.of(one)
                    : Stream.ofNullable(one.instanceUuid()).map(instance -> one.endedAt(timer.now())));
        }
    }

    /**
     * An instance that a create request may have made is destroyed. Its cost counts, and the request stays in doubt,
     * because another one may have made that instance.
     */
    void destroyed(String id, String instanceUuid) {
        update(one -> one.isOpen() && one.id().equals(id)
                ? Stream.of(one, one.madeUntil(instanceUuid, timer.now()))
                : Stream.of(one));
    }

    /** If this fails, more counts as spent than was spent. */
    private void update(Function<Reservation, Stream<Reservation>> change) {
        if (reservations == null) {
            return;
        }
        try {
            change(all -> all.stream().flatMap(change).toList());
        } catch (IOException failure) {
            LOG.error("the reservations of the spending limit cannot be changed: {}", failure.toString());
        }
    }

    private void require(UnaryOperator<List<Reservation>> change) {
        if (!options.hasLimits()) {
            return;
        }
        try {
            change(change);
        } catch (IOException failure) {
            throw new LeaseJournalException(
                    "nothing is rented, because the reservations of the spending limit cannot be read or written",
                    Objects.requireNonNull(options.journal()),
                    failure);
        }
    }

    private List<Reservation> change(UnaryOperator<List<Reservation>> change) throws IOException {
        Instant now = timer.now();
        return Objects.requireNonNull(reservations)
                .change(all -> change.apply(
                        merged(all.stream().filter(one -> one.counts(now)).toList(), now)));
    }

    /** Merges the oldest ended reservations, if there are too many. */
    private static List<Reservation> merged(List<Reservation> all, Instant now) {
        List<Reservation> merged = new ArrayList<>(all);
        List<Reservation> ended = all.stream()
                .filter(one -> !one.isOpen() && !one.until().isAfter(now))
                .sorted(Comparator.comparing(Reservation::until))
                .toList();
        for (int i = 0; i + 1 < ended.size() && ended.size() > MOST_ENDED; i += 2) {
            merged.removeAll(ended.subList(i, i + 2));
            merged.add(ended.get(i).and(ended.get(i + 1)));
        }
        return merged;
    }

    /** The money that is spent and reserved now; null without a {@link LeaseOptions#spendingLimit()}. */
    @Nullable
    Spending spending() {
        BigDecimal limit = options.spendingLimit();
        if (limit == null) {
            return null;
        }
        Instant now = timer.now();
        List<Reservation> all = new ArrayList<>();
        require(unchanged -> {
            all.addAll(unchanged);
            return unchanged;
        });
        return new Spending(limit, window(), sum(all, one -> one.spent(now)), sum(all, one -> one.reserved(now)));
    }

    private static BigDecimal sum(List<Reservation> all, Function<Reservation, BigDecimal> amount) {
        return all.stream().map(amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static String plain(BigDecimal amount) {
        return amount.toPlainString();
    }
}
