package io.gpucloud.client.internal;

import static io.gpucloud.client.InstanceStatus.RUNNING;
import static io.gpucloud.client.InstanceStatus.SHUTTING_DOWN;
import static io.gpucloud.client.InstanceStatus.SHUT_DOWN;

import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.model.Instance;
import java.util.function.Predicate;

/**
 * What is waited for.
 *
 * @param name what the instance is then, to follow "was not ..."
 * @param reached whether it is so
 * @param hopeless whether it cannot become so any more
 * @param gone whether it is so once the instance is listed no more
 */
record Goal(String name, Predicate<Instance> reached, Predicate<Instance> hopeless, boolean gone) {

    static Goal running() {
        return new Goal("running", instance -> instance.status().equals(RUNNING), Goal::shutsDown, false);
    }

    static Goal reachable(Predicate<Instance> probe) {
        Predicate<Instance> addressed = instance -> !instance.serverUrl().isEmpty();
        return new Goal("reachable", running().reached().and(addressed).and(probe), Goal::shutsDown, false);
    }

    static Goal shutDown() {
        return new Goal("shut down", instance -> instance.status().equals(SHUT_DOWN), instance -> false, false);
    }

    static Goal removed() {
        return new Goal("gone", instance -> false, instance -> false, true);
    }

    static Goal imageSaved() {
        return new Goal(
                "saved as an image",
                instance -> SaveImageStatus.SUCCEEDED.equals(instance.saveImageStatus()),
                instance -> SaveImageStatus.FAILED.equals(instance.saveImageStatus()),
                false);
    }

    private static boolean shutsDown(Instance instance) {
        return instance.status().equals(SHUTTING_DOWN) || instance.status().equals(SHUT_DOWN);
    }
}
