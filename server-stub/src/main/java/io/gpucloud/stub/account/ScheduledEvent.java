package io.gpucloud.stub.account;

import java.util.Comparator;

/**
 * An event of the future.
 *
 * @param due the moment, in epoch seconds
 * @param subject to which instance or image, by identifier
 */
public record ScheduledEvent(long due, long sequence, Kind kind, String subject) {

    static final Comparator<ScheduledEvent> ORDER =
            Comparator.comparingLong(ScheduledEvent::due).thenComparingLong(ScheduledEvent::sequence);

    /** The kinds of event. */
    public enum Kind {
        /** An instance has booted. */
        BOOT_FINISHED,
        /** A boot ends in a shutdown. */
        BOOT_FAILED,
        /** A running instance gets its addresses late. */
        ADDRESSES_OPENED,
        /** A shutdown timer is reached. */
        TIMER_REACHED,
        /** An instance is down. */
        SHUTDOWN_FINISHED,
        /** A full hour has run since the instance started. */
        SETTLEMENT,
        /** An image is uploaded. */
        UPLOAD_FINISHED,
        /** An upload is lost. */
        UPLOAD_FAILED
    }
}
