package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * What the creations of one client know of each other, so that no two of them take the same instance (D72). Every instance
 * that an answer named, or that was adopted, is claimed for good.
 */
final class CreationTracker {

    private static final Map<GpuCloudClient, CreationTracker> TRACKERS = new WeakHashMap<>();

    private final Set<CreationAttempt> outstanding = new HashSet<>();
    private final Set<CreationAttempt> lost = new HashSet<>();
    private final Set<String> claimed = Collections.newSetFromMap(new Latest());

    /** The tracker of a client: one, however many leases are made of it. */
    static CreationTracker of(GpuCloudClient client) {
        synchronized (TRACKERS) {
            return TRACKERS.computeIfAbsent(client, absent -> new CreationTracker());
        }
    }

    /** An attempt is about to be sent; its answer may name an instance that is listed before the answer is here. */
    synchronized void sent(CreationAttempt attempt) {
        outstanding.add(attempt);
    }

    synchronized void answered(CreationAttempt attempt, String instanceUuid) {
        claimed.add(instanceUuid);
        over(attempt);
    }

    /** There was no answer that tells what became of an attempt. */
    synchronized void lost(CreationAttempt attempt) {
        outstanding.remove(attempt);
        lost.add(attempt);
    }

    /** An attempt looks for nothing any more. */
    synchronized void over(CreationAttempt attempt) {
        outstanding.remove(attempt);
        lost.remove(attempt);
    }

    /** Claims an instance that nobody has claimed. Answers false if somebody has. */
    synchronized boolean claim(String instanceUuid) {
        return claimed.add(instanceUuid);
    }

    /**
     * Claims the instance that a lost attempt made, provided that nobody but these creations makes any. Nothing is claimed
     * while an instance may be that of an answer on its way, or while there are more instances than lost attempts.
     */
    synchronized Optional<Instance> claimFor(CreationAttempt attempt, List<Instance> listed) {
        List<Instance> made =
                unclaimed(listed).stream().filter(attempt::mayHaveMade).toList();
        boolean answerOnItsWay = outstanding.stream().anyMatch(other -> mayHaveMadeAny(other, made));
        long unanswered =
                lost.stream().filter(other -> mayHaveMadeAny(other, made)).count();
        if (made.isEmpty() || answerOnItsWay || made.size() > unanswered) {
            return Optional.empty();
        }
        Instance mine = Collections.min(made, Comparator.comparingLong(this::attemptsAt));
        answered(attempt, mine.instanceUuid());
        return Optional.of(mine);
    }

    /** How many lost attempts may have made an instance. The fewer, the less it is missed by those that cannot take another. */
    private long attemptsAt(Instance instance) {
        return lost.stream().filter(other -> other.mayHaveMade(instance)).count();
    }

    synchronized List<Instance> unclaimed(List<Instance> listed) {
        return listed.stream()
                .filter(instance -> !claimed.contains(instance.instanceUuid()))
                .toList();
    }

    private static boolean mayHaveMadeAny(CreationAttempt attempt, List<Instance> instances) {
        return instances.stream().anyMatch(attempt::mayHaveMade);
    }

    /** A late list may show an instance long after its lease has ended; but not after 10,000 others. */
    private static final class Latest extends LinkedHashMap<String, Boolean> {

        private static final long serialVersionUID = 1L;
        private static final int KEPT = 10_000;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > KEPT;
        }
    }
}
