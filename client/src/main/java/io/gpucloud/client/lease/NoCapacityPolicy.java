package io.gpucloud.client.lease;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The reaction to a model that has no free GPU. A {@link io.gpucloud.client.error.RejectionClassifier} decides whether
 * a rejection means that.
 */
public enum NoCapacityPolicy {
    /** Fails when the first model is not free. */
    FAIL_AT_ONCE,

    /** Tries each model of the plan once, without pauses. */
    TRY_NEXT_MODEL,

    /**
     * Tries each model of the plan, and starts over after a pause until {@link RentalPlan#createTimeout()}. The pause
     * is a random time from 7.5 to 15 seconds, so that many programs do not retry at the same moment.
     */
    WAIT_FOR_CAPACITY;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    static Duration pause(RandomGenerator random) {
        return Duration.ofNanos((long) (LONGEST_PAUSE.toNanos() * (1 - random.nextDouble() / 2)));
    }
}
