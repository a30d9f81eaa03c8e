package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The results of the lists of this process: the facts on which {@link Ownership} decides. It measures with the elapsed
 * time, so that a wrong clock changes nothing.
 */
final class Sightings {

    /** So many instances that the latest list lacks are remembered, because a list may omit one for a moment. */
    private static final int MOST_REMEMBERED = 200;

    private static final Pattern IDENTIFIER = Pattern.compile("\"instance_uuid\"\\s*:\\s*\"([^\"\\\\]+)\"");

    /**
     * An instance that was listed.
     *
     * @param nonce that of its title
     * @param first when for the first time
     * @param lackedAt when the latest complete list before that was read; null if there was none
     * @param untitledSince since when lists show it without a title; null if the latest showed one
     */
    record Sighting(
            Instance instance,
            Optional<String> nonce,
            Duration first,
            @Nullable Duration lackedAt,
            @Nullable Duration untitledSince) {

        Sighting listed(Instance latest, Duration now) {
            boolean renamed = !latest.title().equals(instance.title());
            Duration since = untitledSince == null ? now : untitledSince;
            return new Sighting(
                    latest,
                    renamed ? InstanceTitle.nonce(latest.title()) : nonce,
                    first,
                    lackedAt,
                    InstanceTitle.isGiven(latest) ? null : since);
        }
    }

    /** So many complete lists since a moment lacked an instance, and none showed it. */
    record Absence(Duration since, int lists) {}

    private final Map<String, Sighting> remembered = new LinkedHashMap<>();
    private final Map<String, Instance> listed = new LinkedHashMap<>();
    private final Map<String, Absence> absences = new HashMap<>();
    private final Map<String, Duration> knownSince = new HashMap<>();
    private final Set<String> listedCreators = new HashSet<>();
    private final Set<String> named = new HashSet<>();
    private @Nullable Duration latestComplete;

    /** The identifiers of the records that could not be read; null if anything else may be missing. */
    private @Nullable Set<String> unreadable;

    private boolean complete;

    /** A list was read. */
    void see(Listing<Instance> instances, Duration now) {
        listed.clear();
        complete = instances.provesAbsence();
        unreadable = unreadable(instances);
        for (Instance instance : instances) {
            listed.put(instance.instanceUuid(), instance);
            Sighting earlier = remembered.remove(instance.instanceUuid());
            Sighting sighting = earlier == null
                    ? new Sighting(instance, InstanceTitle.nonce(instance.title()), now, latestComplete, null)
                    : earlier;
            remembered.put(instance.instanceUuid(), sighting.listed(instance, now));
        }
        latestComplete = complete ? now : latestComplete;
        Iterator<String> oldest = remembered.keySet().iterator();
        for (int i = remembered.size() - listed.size(); i > MOST_REMEMBERED; i--) {
            oldest.next();
            oldest.remove();
        }
    }

    private static @Nullable Set<String> unreadable(Listing<Instance> instances) {
        Set<String> identifiers = new HashSet<>();
        boolean legible = instances.isComplete();
        for (String record : instances.unreadableRecords()) {
            Matcher identifier = IDENTIFIER.matcher(record);
            legible &= identifier.find() && identifiers.add(identifier.group(1));
        }
        return legible ? identifiers : null;
    }

    /** A record is known from now on. */
    void know(String nonce, Duration now) {
        knownSince.putIfAbsent(nonce, now);
    }

    /** When this process first knew a record; never before its request was sent. */
    Duration knownSince(String nonce) {
        return knownSince.getOrDefault(nonce, Duration.ZERO);
    }

    /** The account has listed an instance of a {@link Leases}, so the records of that are about this account. */
    void listedCreator(String creator) {
        listedCreators.add(creator);
    }

    boolean hasListed(String creator) {
        return listedCreators.contains(creator);
    }

    /** The latest list shows the instance of a record, or one that its request may have made. */
    void present(String nonce) {
        absences.remove(nonce);
    }

    /** The latest list, which is complete, shows no instance of a record. */
    void absent(String nonce, Duration now) {
        absences.merge(nonce, new Absence(now, 1), (all, one) -> new Absence(all.since(), all.lists() + 1));
    }

    @Nullable
    Absence absence(String nonce) {
        return absences.get(nonce);
    }

    void forget(String nonce) {
        absences.remove(nonce);
        knownSince.remove(nonce);
    }

    /** Whether an instance that the latest list lacks is not listed anywhere else. */
    boolean isComplete() {
        return complete;
    }

    /** Whether the latest list proves that an instance does not exist. */
    boolean provesAbsenceOf(String instanceUuid) {
        return unreadable != null && !unreadable.contains(instanceUuid) && !listed.containsKey(instanceUuid);
    }

    /** The instances of the latest list. */
    Collection<Instance> listed() {
        return listed.values();
    }

    @Nullable
    Instance listed(String instanceUuid) {
        return listed.get(instanceUuid);
    }

    /** The facts about a listed instance. */
    Sighting sighting(Instance instance) {
        return Objects.requireNonNull(remembered.get(instance.instanceUuid()));
    }

    /** An instance is named. Returns false if it was named before. */
    boolean name(String instanceUuid) {
        return named.add(instanceUuid);
    }

    /** All instances that exist before a create request that is sent now. */
    Set<String> before() {
        return Set.copyOf(remembered.keySet());
    }
}
