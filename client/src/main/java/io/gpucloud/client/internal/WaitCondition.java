package io.gpucloud.client.internal;

import static io.gpucloud.client.InstanceStatus.ENDED_ABNORMALLY;
import static io.gpucloud.client.InstanceStatus.RUNNING;
import static io.gpucloud.client.InstanceStatus.SHUTTING_DOWN;
import static io.gpucloud.client.InstanceStatus.SHUT_DOWN;

import io.gpucloud.client.model.Instance;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The condition that a wait waits for.
 *
 * @param name completes the message "instance i was not ..."
 * @param gone whether the condition is that the instance is not listed
 */
record WaitCondition(
        String method, String name, Predicate<Instance> reached, Predicate<Instance> hopeless, boolean gone) {

    static WaitCondition of(Predicate<Instance> condition) {
        Objects.requireNonNull(condition, "condition");
        return new WaitCondition("waitUntil", "in the expected state", condition, instance -> false, false);
    }

    static WaitCondition running() {
        return new WaitCondition(
                "waitUntilRunning",
                "running",
                instance -> instance.status().equals(RUNNING),
                WaitCondition::isHopeless,
                false);
    }

    static WaitCondition reachable(Predicate<Instance> probe) {
        Objects.requireNonNull(probe, "probe");
        Predicate<Instance> addressed = instance -> !instance.serverUrls().isEmpty();
        return new WaitCondition(
                "waitUntilReachable",
                "reachable",
                running().reached().and(addressed).and(probe),
                WaitCondition::isHopeless,
                false);
    }

    static WaitCondition shutDown() {
        return new WaitCondition(
                "waitUntilShutDown",
                "shut down",
                instance ->
                        instance.status().equals(SHUT_DOWN) || instance.status().equals(ENDED_ABNORMALLY),
                instance -> false,
                false);
    }

    static WaitCondition removed() {
        return new WaitCondition("waitUntilGone", "gone", instance -> false, instance -> false, true);
    }

    private static boolean isHopeless(Instance instance) {
        return shutsDown(instance) || instance.status().equals(ENDED_ABNORMALLY);
    }

    static boolean shutsDown(Instance instance) {
        return instance.status().equals(SHUTTING_DOWN) || instance.status().equals(SHUT_DOWN);
    }
}
