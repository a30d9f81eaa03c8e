package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tracks the create requests of one client, so that no two of them take the same instance. An instance that a response
 * named, or that was adopted, stays claimed.
 */
final class CreationTracker {

    private final Set<CreationAttempt> outstanding = new HashSet<>();
    private final Set<CreationAttempt> lost = new HashSet<>();

    /** Attempts without a response or an instance, which were repeated. */
    private final Set<CreationAttempt> abandoned = new HashSet<>();

    /** A list may show an instance long after its lease has ended, but not after 10,000 others. */
    private final Set<String> claimed = Collections.newSetFromMap(new BoundedMap<>(10_000));

    /** An attempt is about to be sent. Its instance may be listed before its response arrives. */
    synchronized void sent(CreationAttempt attempt) {
        outstanding.add(attempt);
    }

    synchronized void responded(CreationAttempt attempt, String instanceUuid) {
        claimed.add(instanceUuid);
        over(attempt);
    }

    /** The outcome of an attempt is unknown. */
    synchronized void lost(CreationAttempt attempt) {
        outstanding.remove(attempt);
        lost.add(attempt);
    }

    /** An attempt is repeated, because no list has shown its instance. */
    synchronized void abandoned(CreationAttempt attempt) {
        abandoned.add(attempt);
    }

    synchronized boolean hasAbandoned() {
        return !abandoned.isEmpty();
    }

    /** The instances of abandoned attempts that are listed after all. None while another attempt may have made them. */
    synchronized List<Instance> late(List<Instance> listed) {
        return unclaimed(listed).stream()
                .filter(instance -> abandoned.stream().anyMatch(attempt -> attempt.hasMade(instance)))
                .filter(instance -> !mayBeMaking(instance))
                .toList();
    }

    /** An attempt has ended. */
    synchronized void over(CreationAttempt attempt) {
        outstanding.remove(attempt);
        lost.remove(attempt);
    }

    /** Gives up a claim, because the instance could not be destroyed. */
    synchronized void release(String instanceUuid) {
        claimed.remove(instanceUuid);
    }

    /** Claims an instance. Returns false if it is already claimed. */
    synchronized boolean claim(String instanceUuid) {
        return claimed.add(instanceUuid);
    }

    /**
     * Claims the instance that a lost attempt created, provided that no other code creates instances. Claims nothing
     * while an instance may belong to a response that is still expected, or while there are more instances than lost
     * attempts.
     */
    synchronized Optional<Instance> claimFor(CreationAttempt attempt, List<Instance> listed) {
        List<Instance> made =
                unclaimed(listed).stream().filter(attempt::mayHaveMade).toList();
        boolean responsePending = outstanding.stream().anyMatch(other -> mayHaveMadeAny(other, made));
        long withoutResponse =
                lost.stream().filter(other -> mayHaveMadeAny(other, made)).count();
        if (made.isEmpty() || responsePending || made.size() > withoutResponse) {
            return Optional.empty();
        }
        Instance mine = Collections.min(made, Comparator.comparingLong(this::attemptsAt));
        responded(attempt, mine.instanceUuid());
        return Optional.of(mine);
    }

    /**
     * The number of lost attempts that may have created an instance. Instances with the fewest such attempts are
     * claimed first, so that attempts with few candidates keep theirs.
     */
    private long attemptsAt(Instance instance) {
        return lost.stream().filter(other -> other.mayHaveMade(instance)).count();
    }

    /** Whether an attempt whose outcome is not known yet may have created an instance. */
    synchronized boolean mayBeMaking(Instance instance) {
        return Stream.concat(outstanding.stream(), lost.stream()).anyMatch(attempt -> attempt.concerns(instance));
    }

    synchronized List<Instance> unclaimed(List<Instance> listed) {
        return listed.stream()
                .filter(instance -> !claimed.contains(instance.instanceUuid()))
                .toList();
    }

    private static boolean mayHaveMadeAny(CreationAttempt attempt, List<Instance> instances) {
        return instances.stream().anyMatch(attempt::mayHaveMade);
    }
}
