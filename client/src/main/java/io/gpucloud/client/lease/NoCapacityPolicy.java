package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The reaction to a model that has no free GPU. A
 * {@link io.gpucloud.client.error.RejectionClassifier} decides whether a rejection means that.
 *
 * @param nextModel whether to try the next model of the plan immediately
 * @param startOver whether to start again with the first model after all models failed, until {@link RentalPlan#createTimeout()}
 * @param interval the longest pause before each new start, positive; 15 s by default
 * @param jitter the random part of that pause, from 0 to 1, so that many programs do not retry at the same moment; 0.5 by default
 */
public record NoCapacityPolicy(boolean nextModel, boolean startOver, Duration interval, double jitter) {

    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final double JITTER = 0.5;

    /**
     * Creates a policy.
     *
     * @param nextModel whether to try the next model
     * @param startOver whether to start again
     * @param interval the longest pause before each new start
     * @param jitter the random part of that pause
     * @throws IllegalArgumentException if a value is out of its range
     */
    public NoCapacityPolicy {
        Preconditions.positive(interval, "interval");
        Preconditions.require(jitter >= 0 && jitter <= 1, "jitter must be between 0 and 1");
    }

    /**
     * Fails when the first model is not free.
     *
     * @return the policy
     */
    public static NoCapacityPolicy failAtOnce() {
        return new NoCapacityPolicy(false, false, INTERVAL, JITTER);
    }

    /**
     * Tries each model of the plan once, without pauses.
     *
     * @return the default
     */
    public static NoCapacityPolicy tryNextModel() {
        return new NoCapacityPolicy(true, false, INTERVAL, JITTER);
    }

    /**
     * Tries each model of the plan, and starts over after a pause until {@link RentalPlan#createTimeout()}.
     *
     * @return the policy
     */
    public static NoCapacityPolicy waitForCapacity() {
        return new NoCapacityPolicy(true, true, INTERVAL, JITTER);
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
        return new NoCapacityPolicy(nextModel, startOver, interval, jitter);
    }

    Duration pause(RandomGenerator random) {
        return Duration.ofNanos((long) (interval.toNanos() * (1 - jitter * random.nextDouble())));
    }
}
