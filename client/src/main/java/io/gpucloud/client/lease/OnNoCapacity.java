package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The reaction to a model that has no free GPU. A
 * {@link io.gpucloud.client.error.RejectionClassifier} decides whether a rejection means that.
 *
 * @param nextModel whether to try the next model of the plan immediately; false by default
 * @param retryFor how long to start again with the first model after all models failed, not negative; zero by default
 * @param interval the longest pause before each new start, positive; 15 s by default
 * @param jitter the random part of that pause, from 0 to 1, so that many programs do not retry at the same moment; 0.5 by default
 */
public record OnNoCapacity(boolean nextModel, Duration retryFor, Duration interval, double jitter) {

    private static final OnNoCapacity FAIL = new OnNoCapacity(false, Duration.ZERO, Duration.ofSeconds(15), 0.5);

    /**
     * Takes what to do.
     *
     * @param nextModel whether to try the next model
     * @param retryFor for how long to begin again
     * @param interval the longest pause before that
     * @param jitter which part of that pause is chance
     * @throws IllegalArgumentException if a value is out of its range
     */
    public OnNoCapacity {
        Preconditions.notNegative(retryFor, "retryFor");
        Preconditions.positive(interval, "interval");
        Preconditions.require(jitter >= 0 && jitter <= 1, "jitter must be between 0 and 1");
    }

    /**
     * Fails when the first model is not free.
     *
     * @return the default
     */
    public static OnNoCapacity failAtOnce() {
        return FAIL;
    }

    /**
     * Tries each model of the plan once.
     *
     * @return what to do
     */
    public static OnNoCapacity tryNextModel() {
        return new OnNoCapacity(true, FAIL.retryFor, FAIL.interval, FAIL.jitter);
    }

    /**
     * Starts over with the first model after a pause, until a time limit.
     *
     * @param retryFor for how long, not negative; the deadline of the plan ends it as well
     * @return what to do
     * @throws IllegalArgumentException if it is negative
     */
    public OnNoCapacity withRetryFor(Duration retryFor) {
        return new OnNoCapacity(nextModel, retryFor, interval, jitter);
    }

    /**
     * Replaces the pauses.
     *
     * @param interval the longest pause, positive
     * @param jitter which part of it is chance, from 0 to 1
     * @return what to do
     * @throws IllegalArgumentException if a value is out of its range
     */
    public OnNoCapacity withInterval(Duration interval, double jitter) {
        return new OnNoCapacity(nextModel, retryFor, interval, jitter);
    }

    Duration pause(RandomGenerator random) {
        return Duration.ofNanos((long) (interval.toNanos() * (1 - jitter * random.nextDouble())));
    }
}
