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
public record NoCapacityPolicy(boolean nextModel, Duration retryFor, Duration interval, double jitter) {

    private static final NoCapacityPolicy FAIL =
            new NoCapacityPolicy(false, Duration.ZERO, Duration.ofSeconds(15), 0.5);

    /**
     * Creates a policy.
     *
     * @param nextModel whether to try the next model
     * @param retryFor how long to start again
     * @param interval the longest pause before each new start
     * @param jitter the random part of that pause
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NoCapacityPolicy {
        Preconditions.notNegative(retryFor, "retryFor");
        Preconditions.positive(interval, "interval");
        Preconditions.require(jitter >= 0 && jitter <= 1, "jitter must be between 0 and 1");
    }

    /**
     * Fails when the first model is not free.
     *
     * @return the default
     */
    public static NoCapacityPolicy failAtOnce() {
        return FAIL;
    }

    /**
     * Tries each model of the plan once, without pauses.
     *
     * @return the policy
     */
    public static NoCapacityPolicy tryNextModel() {
        return new NoCapacityPolicy(true, FAIL.retryFor, FAIL.interval, FAIL.jitter);
    }

    /**
     * Starts over with the first model after a pause, until a time limit.
     *
     * @param retryFor how long, not negative; the deadline of the plan ends the retries as well
     * @return the policy
     * @throws IllegalArgumentException if it is negative
     */
    public NoCapacityPolicy withRetryFor(Duration retryFor) {
        return new NoCapacityPolicy(nextModel, retryFor, interval, jitter);
    }

    /**
     * Replaces the pauses.
     *
     * @param interval the longest pause, positive
     * @param jitter the random part of the pause, from 0 to 1
     * @return the policy
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NoCapacityPolicy withInterval(Duration interval, double jitter) {
        return new NoCapacityPolicy(nextModel, retryFor, interval, jitter);
    }

    Duration pause(RandomGenerator random) {
        return Duration.ofNanos((long) (interval.toNanos() * (1 - jitter * random.nextDouble())));
    }
}
