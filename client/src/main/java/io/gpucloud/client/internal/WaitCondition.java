package io.gpucloud.client.internal;

import static io.gpucloud.client.InstanceStatus.SHUTTING_DOWN;

import io.gpucloud.client.model.Instance;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The condition that a wait waits for.
 *
 * @param name completes the message "instance i was not ..."
 * @param gone whether the condition is that the instance is not listed
 */
record WaitCondition(String name, Predicate<Instance> reached, Predicate<Instance> hopeless, boolean gone) {

    static WaitCondition of(Predicate<Instance> condition) {
        Objects.requireNonNull(condition, "condition");
        return possible("in the expected state", condition);
    }

    static WaitCondition running() {
        return unlessStopped("running", Instance::isRunning);
    }

    static WaitCondition reachable(Predicate<Instance> probe) {
        Objects.requireNonNull(probe, "probe");
        Predicate<Instance> addressed =
                instance -> instance.isRunning() && !instance.serverUrls().isEmpty();
        return unlessStopped("reachable", addressed.and(probe));
    }

    static WaitCondition shutDown() {
        return possible("shut down", WaitCondition::hasEnded);
    }

    static WaitCondition removed() {
        return new WaitCondition("gone", instance -> false, instance -> false, true);
    }

    /** A condition that can become true as long as the instance is listed. */
    private static WaitCondition possible(String name, Predicate<Instance> reached) {
        return new WaitCondition(name, reached, instance -> false, false);
    }

    private static WaitCondition unlessStopped(String name, Predicate<Instance> reached) {
        return new WaitCondition(name, reached, instance -> instance.status().isStopped(), false);
    }

    private static boolean hasEnded(Instance instance) {
        return instance.status().isStopped() && !instance.status().equals(SHUTTING_DOWN);
    }
}
