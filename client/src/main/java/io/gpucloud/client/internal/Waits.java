package io.gpucloud.client.internal;

import io.gpucloud.client.Sleeper;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** All waits of a client: blocking ones on the thread of the caller, others by {@link AsyncWaits}. */
final class Waits implements AutoCloseable {

    private final SharedLook shared;
    private final AsyncWaits async;
    private final InstantSource clock;
    private final Sleeper sleeper;

    /** Waits by looking at what lists the instances in one attempt; joins those that are closed together. */
    Waits(Settings settings, Supplier<List<Instance>> instances, AllWaits closedTogether) {
        clock = settings.clock();
        sleeper = settings.sleeper();
        shared = new SharedLook(instances, clock);
        async = new AsyncWaits(shared, clock, sleeper, settings.executor());
        closedTogether.add(async);
    }

    /** Blocks until the goal is reached; answers the wait, which knows what was seen last. */
    Wait await(String instanceUuid, Goal goal, WaitOptions options) {
        Wait wait = begin(instanceUuid, goal, options);
        try {
            Look look = shared.lookFor(wait);
            while (look == null || !wait.isReachedIn(look, clock.instant())) {
                Duration pause = Duration.between(clock.instant(), wait.due());
                if (!pause.isNegative()) {
                    sleeper.sleep(pause);
                }
                look = shared.lookFor(wait);
            }
            return wait;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw wait.interrupted(interrupted);
        }
    }

    /** Completes when the goal is reached, with what is then made of the wait. */
    <T> CompletableFuture<T> start(String instanceUuid, Goal goal, WaitOptions options, Function<Wait, T> result) {
        return async.start(begin(instanceUuid, goal, options), result);
    }

    private Wait begin(String instanceUuid, Goal goal, WaitOptions options) {
        return new Wait(
                Preconditions.identifier(instanceUuid, "instanceUuid"), goal, options, clock.instant(), shared.begun());
    }

    @Override
    public void close() {
        async.close();
    }
}
