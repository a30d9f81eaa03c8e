package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Intervals and limits of a wait. A wait lists the instances, pauses for {@code firstInterval}, lists them again, and makes each
 * further pause {@code factor} times as long, up to {@code maxInterval}. All waits of a client share their polls: whatever their number,
 * the service gets at most one request per {@code firstInterval}, and a last one at the timeout of each wait.
 *
 * @param firstInterval the first pause, positive, at most a year; may be a fraction of a second; 2 s by default
 * @param factor growth of the pauses, 1 to 100; 1.5 by default
 * @param maxInterval the longest pause, not less than the first; 15 s by default
 * @param timeout the total time, positive, at most a year; 30 min by default. The API does not document how long a boot takes
 * @param absences in how many successive polls the instance may be missing from the list before the wait fails, not negative; 3 by
 *     default
 * @param onPoll called after every poll; an exception that it throws ends the wait
 */
public record WaitOptions(
        Duration firstInterval,
        double factor,
        Duration maxInterval,
        Duration timeout,
        int absences,
        Consumer<Progress> onPoll) {

    private static final WaitOptions DEFAULTS = new WaitOptions(
            Duration.ofSeconds(2), 1.5, Duration.ofSeconds(15), Duration.ofMinutes(30), 3, progress -> {});

    /**
     * Creates options.
     *
     * @param firstInterval the first pause
     * @param factor growth of the pauses
     * @param maxInterval the longest pause
     * @param timeout the total time
     * @param absences in how many successive polls the instance may be missing
     * @param onPoll called after every poll
     * @throws IllegalArgumentException if a value is out of its range
     */
    public WaitOptions {
        Preconditions.positive(firstInterval, "firstInterval");
        Preconditions.require(factor >= 1 && factor <= 100, "factor must be between 1 and 100");
        Objects.requireNonNull(maxInterval, "maxInterval");
        Objects.requireNonNull(onPoll, "onPoll");
        Preconditions.require(
                maxInterval.compareTo(firstInterval) >= 0, "maxInterval must not be less than firstInterval");
        Preconditions.positive(timeout, "timeout");
        Preconditions.require(absences >= 0, "absences must not be negative");
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

    /**
     * The default options.
     *
     * @return 2 s, growing by 1.5 up to 15 s, 30 min in total, 3 absences
     */
    public static WaitOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Replaces the pauses.
     *
     * @param firstInterval the first pause, positive
     * @param factor growth of the pauses, 1 to 100
     * @param maxInterval the longest pause
     * @return the changed options
     * @throws IllegalArgumentException if a value is out of its range
     */
    public WaitOptions withIntervals(Duration firstInterval, double factor, Duration maxInterval) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }

    /**
     * Replaces the total time.
     *
     * @param timeout the total time, positive
     * @return the changed options
     * @throws IllegalArgumentException if it is not positive
     */
    public WaitOptions withTimeout(Duration timeout) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }

    /**
     * Replaces how often the instance may be missing from the list.
     *
     * @param absences the number of successive polls, not negative
     * @return the changed options
     * @throws IllegalArgumentException if it is negative
     */
    public WaitOptions withAbsences(int absences) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }

    /**
     * Replaces the callback.
     *
     * @param onPoll called after every poll, on the thread of a blocking wait or the executor of the client; should return quickly
     * @return the changed options
     */
    public WaitOptions withOnPoll(Consumer<Progress> onPoll) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }
}
