package io.gpucloud.client.lease;

import java.time.Duration;
import java.time.Instant;

/**
 * The time at which the ledger is asked or changed. The ledger has no clock of its own.
 *
 * @param now by the clock of the service, as far as it is known
 * @param elapsed since a fixed moment of this process; a clock that is set does not change it
 * @param certain whether {@code now} is certain. Until then, nothing is overdue, over, swept or erased
 */
record Moment(Instant now, Duration elapsed, boolean certain) {

    /** Whether a moment has certainly passed. */
    boolean isAfter(Instant moment) {
        return certain && now.isAfter(moment);
    }

    static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
