package io.gpucloud.client.lease;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The money of one rental: its hourly price from a moment to another one, by the clock of the service.
 *
 * @param id of the record of the rental in the journal
 * @param instanceUuid the instance, or null while it is not known
 * @param until the latest end of the instance, or its real end
 * @param window how long after its end it still counts
 */
record Reservation(
        String id,
        @Nullable String instanceUuid,
        BigDecimal hourly,
        Instant from,
        Instant until,
        State state,
        Duration window)
        implements JournalRecord {

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

    enum State {
        /** The instance has no shutdown timer yet, or it is unknown whether there is one. */
        CREATING,
        /** The instance has a shutdown timer. */
        TIMED,
        /** The lease has ended. */
        ENDED
    }

    boolean isOpen() {
        return state != State.ENDED;
    }

    boolean isOf(String recordId, @Nullable String instance) {
        return id.equals(recordId) || (instanceUuid != null && instanceUuid.equals(instance));
    }

    /** The money until a moment. An open reservation costs more and more after its planned end. */
    BigDecimal spent(Instant now) {
        Instant end = isOpen() || until.isAfter(now) ? now : until;
        return cost(later(from, now.minus(window)), end);
    }

    /** The money after a moment. */
    BigDecimal reserved(Instant now) {
        return cost(later(from, now), until);
    }

    private BigDecimal cost(Instant begin, Instant end) {
        return end.isAfter(begin) ? cost(hourly, Duration.between(begin, end)) : BigDecimal.ZERO;
    }

    /** The price of a time, rounded up to cents, as each bill may be. */
    static BigDecimal cost(BigDecimal hourly, Duration time) {
        return hourly.multiply(BigDecimal.valueOf(time.toSeconds() + 1)).divide(SECONDS_PER_HOUR, 2, RoundingMode.UP);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /**
     * The rental has an instance, and perhaps a timer. A boot costs nothing (assumption {@code billed-time}), but the
     * list may show its end {@link LeaseOptions#window()} late.
     */
    Reservation owned(String recordId, String instance, @Nullable Instant latestEnd) {
        if (latestEnd == null) {
            return new Reservation(recordId, instance, hourly, from, until, state, window);
        }
        Instant end = later(until, latestEnd);
        Instant begin = state == State.CREATING ? from.plus(Duration.between(until, end)) : from;
        return new Reservation(recordId, instance, hourly, begin, end, State.TIMED, window);
    }

    Reservation until(Instant latestEnd) {
        return new Reservation(id, instanceUuid, hourly, from, later(until, latestEnd), state, window);
    }

    /** The instance has ended at a moment. */
    Reservation endedAt(Instant end) {
        return new Reservation(id, instanceUuid, hourly, from, later(from, end), State.ENDED, window);
    }

    /** The ended instance of this request, as a reservation of its own. */
    Reservation madeUntil(String instance, Instant end) {
        return new Reservation(instance, instance, hourly, from, later(from, end), State.ENDED, window);
    }

    /** The instance belongs to the caller, and ends by its timer. */
    Reservation kept() {
        return new Reservation(id, instanceUuid, hourly, from, until, State.ENDED, window);
    }

    /** This and another ended reservation as one that costs at least as much within any window. */
    Reservation and(Reservation other) {
        Instant begin = later(from, other.from);
        Instant end = later(later(until, other.until), begin.plusSeconds(1));
        BigDecimal both = cost(from, until).add(other.cost(other.from, other.until));
        BigDecimal perHour = both.multiply(SECONDS_PER_HOUR)
                .divide(BigDecimal.valueOf(Duration.between(begin, end).toSeconds()), 6, RoundingMode.UP);
        return new Reservation(id, null, perHour, begin, end, State.ENDED, window);
    }

    boolean counts(Instant now) {
        return isOpen() || until.plus(window).isAfter(now);
    }
}
