package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shutdown timer that was set, compared with the instance list.
 *
 * @param outcome whether the list shows the timer
 * @param requested the moment that the client requested, in whole seconds. With {@code ShutdownTimeUnit.MINUTES}, the
 *     moment that lies the requested number of minutes after the time of the client's clock
 * @param instance the instance as listed, or null if it was not listed
 */
public record ShutdownTimerVerification(
        Outcome outcome, Instant requested, @Nullable Instance instance) implements Serializable {

    /** This value and larger ones are not epoch seconds; the service may send milliseconds. */
    private static final Instant FIRST_MILLISECONDS = Instant.ofEpochSecond(1_000_000_000_000L);

    /** The result of the comparison. */
    public enum Outcome {

        /** The timer is enabled, and its moment is the requested one within the tolerance. */
        CONFIRMED,

        /** The timer is not enabled, or its moment is another one. */
        CONTRADICTED,

        /**
         * The list does not show the timer: the list cannot be read, the instance or the timer is missing from it, or
         * {@code shutdown_time} cannot be a timestamp in seconds.
         */
        NOT_VERIFIABLE
    }

    /**
     * Compares a requested shutdown with the record of an instance in the list.
     *
     * @param requested the moment that was requested
     * @param tolerance how far the listed moment may lie from the requested one, not negative
     * @param instance the instance as listed, or null if it is not listed
     */
    public static ShutdownTimerVerification of(Instant requested, Duration tolerance, @Nullable Instance instance) {
        Objects.requireNonNull(requested, "requested");
        Objects.requireNonNull(tolerance, "tolerance");
        ShutdownRegular listed = instance == null ? null : instance.shutdownRegular();
        return new ShutdownTimerVerification(compare(requested, tolerance, listed), requested, instance);
    }

    private static Outcome compare(Instant requested, Duration tolerance, @Nullable ShutdownRegular listed) {
        if (listed == null) {
            return Outcome.NOT_VERIFIABLE;
        }
        if (Boolean.FALSE.equals(listed.enable())) {
            return Outcome.CONTRADICTED;
        }
        Instant moment = timestamp(listed);
        if (moment == null) {
            return Outcome.NOT_VERIFIABLE;
        }
        if (Duration.between(requested, moment).abs().compareTo(tolerance) > 0) {
            return Outcome.CONTRADICTED;
        }
        return listed.enable() == null ? Outcome.NOT_VERIFIABLE : Outcome.CONFIRMED;
    }

    private static @Nullable Instant timestamp(ShutdownRegular listed) {
        Instant moment = listed.shutdownTime();
        boolean plausible = moment != null
                && moment.getEpochSecond() >= Preconditions.FIRST_TIMESTAMP
                && moment.isBefore(FIRST_MILLISECONDS);
        return plausible ? moment : null;
    }

    /** {@return the timer that the list showed, or null if it showed none} */
    public @Nullable ShutdownRegular listed() {
        return instance == null ? null : instance.shutdownRegular();
    }

    /**
     * {@return the moment of the shutdown, as far as known: the listed one if the timer is confirmed, else the
     * requested one}
     */
    public Instant moment() {
        ShutdownRegular listed = listed();
        Instant moment = outcome == Outcome.CONFIRMED && listed != null ? listed.shutdownTime() : null;
        return moment == null ? requested : moment;
    }

    /** {@return the requested and the listed timer in words, for messages} */
    public String description() {
        ShutdownRegular listed = listed();
        return "requested a shutdown at " + requested + ", and the list shows "
                + (listed == null ? "no timer" : "enable=" + listed.enable() + ", shutdown_time=" + seconds(listed));
    }

    private static String seconds(ShutdownRegular listed) {
        Instant moment = listed.shutdownTime();
        if (moment == null) {
            return "null";
        }
        Instant timestamp = timestamp(listed);
        return moment.getEpochSecond() + (timestamp == null ? "" : " (" + timestamp + ")");
    }
}
