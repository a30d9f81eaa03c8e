package io.gpucloud.stub.account;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

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
        BOOT_FINISHED(Transition.BOOT_FINISHED),
        /** A boot ends in a shutdown. */
        BOOT_FAILED(Transition.BOOT_FAILED),
        /** A boot ends abnormally. */
        BOOT_ENDED_ABNORMALLY(Transition.BOOT_ENDED_ABNORMALLY),
        /** A running instance gets its addresses late. */
        ADDRESSES_OPENED(null),
        /** A shutdown timer is reached. */
        TIMER_REACHED(Transition.TIMER_REACHED),
        /** An instance is down. */
        SHUTDOWN_FINISHED(Transition.SHUTDOWN_FINISHED),
        /** A full hour has run since the instance started. */
        SETTLEMENT(null),
        /** An image is uploaded. */
        UPLOAD_FINISHED(null),
        /** An upload is lost. */
        UPLOAD_FAILED(null);

        private final @Nullable Transition transition;

        Kind(@Nullable Transition transition) {
            this.transition = transition;
        }

        /** The transition of an instance that the event applies, or null if the event changes no status by itself. */
        @Nullable
        Transition transition() {
            return transition;
        }
    }
}
