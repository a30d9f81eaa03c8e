package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a wait looks for what it waits for. It lists the instances, pauses for {@code firstInterval}, lists again, and
 * makes each further pause {@code factor} times as long, up to {@code maxInterval}. All waits of a client share what one
 * look brought, so the list is asked at most once per {@code firstInterval}, however many wait, and once more when the time
 * of a wait is over.
 *
 * @param firstInterval the first pause, positive; 2 s by default
 * @param factor by how much pauses grow, 1 or more; 1.5 by default
 * @param maxInterval the longest pause, not less than the first; 15 s by default
 * @param timeout how long to wait in all, positive; 30 min by default; how long a boot takes is not documented
 * @param absences in how many looks, one after the other, the instance may be missing from the list before the wait gives
 *     it up, not negative; 3 by default
 * @param onPoll hears of every look; what it throws ends the wait
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
     * Takes options.
     *
     * @param firstInterval the first pause
     * @param factor by how much pauses grow
     * @param maxInterval the longest pause
     * @param timeout how long to wait in all
     * @param absences how often the instance may be missing
     * @param onPoll hears of every look
     * @throws IllegalArgumentException if a value is out of its range
     */
    public WaitOptions {
        Preconditions.positive(firstInterval, "firstInterval");
        Preconditions.require(factor >= 1 && factor <= 100, "factor must be between 1 and 100");
        Preconditions.require(
                maxInterval.compareTo(firstInterval) >= 0, "maxInterval must not be less than firstInterval");
        Preconditions.positive(timeout, "timeout");
        Preconditions.require(absences >= 0, "absences must not be negative");
    }

    /**
     * What a look brought.
     *
     * @param instanceUuid the instance that is waited for
     * @param polls how many looks the wait has had, this one included
     * @param elapsed how long the wait has lasted
     * @param instance the instance as it was listed, or null if it was not or if the list could not be had
     */
    public record Progress(
            String instanceUuid,
            int polls,
            Duration elapsed,
            @Nullable Instance instance) {}

    /**
     * The options that waits have unless they are given others.
     *
     * @return 2 s, growing by 1.5 up to 15 s, 30 min in all, 3 absences
     */
    public static WaitOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Replaces the pauses.
     *
     * @param firstInterval the first pause, positive
     * @param factor by how much pauses grow, 1 or more
     * @param maxInterval the longest pause
     * @return the changed options
     * @throws IllegalArgumentException if a value is out of its range
     */
    public WaitOptions withIntervals(Duration firstInterval, double factor, Duration maxInterval) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }

    /**
     * Replaces how long to wait in all.
     *
     * @param timeout how long, positive
     * @return the changed options
     * @throws IllegalArgumentException if it is not positive
     */
    public WaitOptions withTimeout(Duration timeout) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }

    /**
     * Replaces how often the instance may be missing from the list.
     *
     * @param absences how many looks, one after the other; not negative
     * @return the changed options
     * @throws IllegalArgumentException if it is negative
     */
    public WaitOptions withAbsences(int absences) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }

    /**
     * Replaces who hears of every look.
     *
     * @param onPoll what to do after every look; it runs where the wait runs and should not take long
     * @return the changed options
     */
    public WaitOptions withOnPoll(Consumer<Progress> onPoll) {
        return new WaitOptions(firstInterval, factor, maxInterval, timeout, absences, onPoll);
    }
}
