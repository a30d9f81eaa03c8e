package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds instances without a title that no lease owns, in an account with {@link LeaseOptions#ownerTitles()}. A lease
 * destroys its instance if it cannot set the title within the window after the create request, and a list may show the
 * title a window later.
 */
final class UnnamedInstances {

    private final Duration limit;
    private final Map<String, Duration> unnamedSince = new HashMap<>();

    UnnamedInstances(LeaseOptions options) {
        limit = options.window().multipliedBy(2);
    }

    /** Reads a list. Returns the instances that have had no title for longer than the limit. */
    synchronized List<Instance> ownerless(List<Instance> listed, Duration now) {
        Map<String, Instance> unnamed = listed.stream()
                .filter(instance -> !InstanceTitle.isGiven(instance))
                .collect(Collectors.toMap(Instance::instanceUuid, instance -> instance, (one, same) -> same));
        unnamedSince.keySet().retainAll(unnamed.keySet());
        unnamed.keySet().forEach(instanceUuid -> unnamedSince.putIfAbsent(instanceUuid, now));
        return unnamed.values().stream()
                .filter(instance -> now.minus(unnamedSince.getOrDefault(instance.instanceUuid(), now))
                                .compareTo(limit)
                        > 0)
                .toList();
    }
}
