package io.gpucloud.client.lease;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something in an account that may cost money without a need.
 *
 * @param kind what was found
 * @param instanceUuid the instance; null if it concerns the account, or a create request whose instance is not known
 * @param tag the {@linkplain RentalPlan#tag() tag} in the journal, or null
 * @param since since when; null if it is not known
 * @param cost what the instance has cost at most since it was started; null if it is not known
 * @param journal the directory of the journal that shows it; null if the list shows it
 * @param message a sentence about it, for people
 */
public record AccountFinding(
        Kind kind,
        @Nullable String instanceUuid,
        @Nullable String tag,
        @Nullable Instant since,
        @Nullable BigDecimal cost,
        @Nullable Path journal,
        String message) {

    /** The kinds of findings. */
    public enum Kind {

        /** A running instance has no shutdown timer. */
        NO_TIMER,

        /** The title of an instance does not show an owner, as those of leases do. */
        NO_OWNER,

        /** An instance exists for longer than {@link AccountMonitor.Builder#warnAge}. */
        OLD,

        /** An instance still exists after the end of its timer, and is not shut down. */
        OVERDUE,

        /** There are more instances than {@link AccountMonitor.Builder#warnInstances}. */
        MANY_INSTANCES,

        /** The instances cost more in an hour than {@link AccountMonitor.Builder#warnHourly}. */
        HOURLY_COST,

        /** Balance and cards last for a shorter time than {@link AccountMonitor.Builder#warnBalance}. */
        LOW_BALANCE,

        /** The process that leased an instance has ended, as the journal shows. The instance is still listed. */
        LEFT,

        /** A process has ended, and the outcome of its create request is unknown, as the journal shows. */
        IN_DOUBT,

        /**
         * A process of another host has leased an instance that is listed, or has sent a create request whose outcome
         * is unknown. Nothing shows whether it has ended: it holds no lock that this host sees.
         */
        OTHER_HOST
    }
}
