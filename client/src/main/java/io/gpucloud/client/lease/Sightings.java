package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The instances that a search has seen in lists and that a create request may have made. Each counts for the window, because a later list may
 * be empty for a moment.
 */
final class Sightings {

    private record Sighting(Instance instance, Duration at) {}

    private final CreationAttempt attempt;
    private final Duration window;
    private final Map<String, Sighting> seen = new LinkedHashMap<>();

    Sightings(CreationAttempt attempt, Duration window) {
        this.attempt = attempt;
        this.window = window;
    }

    /** Reads a list, {@code elapsed} after the search began. */
    void add(List<Instance> listed, Duration elapsed) {
        seen.values().removeIf(sighting -> elapsed.minus(sighting.at()).compareTo(window) > 0);
        listed.stream()
                .filter(attempt::concerns)
                .forEach(instance -> seen.put(instance.instanceUuid(), new Sighting(instance, elapsed)));
    }

    void remove(Instance instance) {
        seen.remove(instance.instanceUuid());
    }

    List<Instance> instances() {
        return seen.values().stream().map(Sighting::instance).toList();
    }
}
