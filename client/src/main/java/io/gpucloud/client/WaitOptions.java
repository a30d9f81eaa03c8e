package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Intervals and limits of a wait. A wait lists the instances, pauses for {@code firstInterval}, lists them again, and
 * makes each further pause {@code factor} times as long, up to {@code maxInterval}. All waits of a client share their
 * polls: whatever their number, the service gets at most one request per {@code firstInterval}, and a last one at the
 * timeout of each wait.
 */
public final class WaitOptions {

    private static final WaitOptions DEFAULTS = builder().build();

    private final Builder values;

    private WaitOptions(Builder values) {
        this.values = values;
    }

    /**
     * The progress of a wait after a poll.
     *
     * @param instanceUuid the instance
     * @param polls the number of polls that the wait has used, this one included
     * @param elapsed the time since the wait began
     * @param instance the instance as listed; null if it is not listed, or the poll failed
     */
    public record Progress(
            String instanceUuid,
            int polls,
            Duration elapsed,
            @Nullable Instance instance) {}

    /** {@return the default options: 2 s, growing by 1.5 up to 15 s, 30 min in total, 3 absences} */
    public static WaitOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder with the default options} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with these options} */
    public Builder toBuilder() {
        return values.copy();
    }

    /** {@return the first pause; 2 s by default} */
    public Duration firstInterval() {
        return values.firstInterval;
    }

    /** {@return the growth of the pauses; 1.5 by default} */
    public double factor() {
        return values.factor;
    }

    /** {@return the longest pause; 15 s by default} */
    public Duration maxInterval() {
        return values.maxInterval;
    }

    /** {@return the total time; 30 min by default} */
    public Duration timeout() {
        return values.timeout;
    }

    /** {@return in how many successive polls the instance may be missing before the wait fails; 3 by default} */
    public int absences() {
        return values.absences;
    }

    /** {@return what is called after every poll; nothing by default} */
    public Consumer<Progress> onPoll() {
        return values.onPoll;
    }

    @Override
    public String toString() {
        return "WaitOptions[timeout=" + values.timeout + "]";
    }

    /** Builds {@link WaitOptions}. */
    public static final class Builder implements Cloneable {

        private Duration firstInterval = Duration.ofSeconds(2);
        private double factor = 1.5;
        private Duration maxInterval = Duration.ofSeconds(15);
        private Duration timeout = Duration.ofMinutes(30);
        private int absences = 3;
        private Consumer<Progress> onPoll = progress -> {};

        private Builder() {}

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        /**
         * Sets the pauses.
         *
         * @param firstInterval the first pause, positive, at most a year; may be a fraction of a second
         * @param factor growth of the pauses, 1 to 100
         * @param maxInterval the longest pause, not less than the first
         * @throws IllegalArgumentException if a value is out of its range
         */
        public Builder intervals(Duration firstInterval, double factor, Duration maxInterval) {
            Preconditions.positive(firstInterval, "firstInterval");
            Preconditions.require(factor >= 1 && factor <= 100, "factor must be between 1 and 100");
            Objects.requireNonNull(maxInterval, "maxInterval");
            Preconditions.require(
                    maxInterval.compareTo(firstInterval) >= 0, "maxInterval must not be less than firstInterval");
            this.firstInterval = firstInterval;
            this.factor = factor;
            this.maxInterval = maxInterval;
            return this;
        }

        /**
         * Sets the total time. The API does not document how long a boot takes.
         *
         * @param timeout the total time, positive, at most a year
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder timeout(Duration timeout) {
            this.timeout = Preconditions.positive(timeout, "timeout");
            return this;
        }

        /**
         * Sets in how many successive polls the instance may be missing from the list before the wait fails.
         *
         * @param absences the number of polls, not negative
         * @throws IllegalArgumentException if it is negative
         */
        public Builder absences(int absences) {
            Preconditions.require(absences >= 0, "absences must not be negative");
            this.absences = absences;
            return this;
        }

        /**
         * Sets a callback. An exception that it throws ends the wait.
         *
         * @param onPoll called after every poll, on the thread of a blocking wait or the executor of the client; should
         *     return quickly
         */
        public Builder onPoll(Consumer<Progress> onPoll) {
            this.onPoll = Objects.requireNonNull(onPoll, "onPoll");
            return this;
        }

        /** {@return the options} */
        public WaitOptions build() {
            return new WaitOptions(copy());
        }
    }
}
