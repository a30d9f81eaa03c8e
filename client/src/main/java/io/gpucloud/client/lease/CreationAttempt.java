package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One create request and the instances that were listed before it. Compared by identity. */
final class CreationAttempt {

    private final Creating creating;
    private final boolean allBefore;
    private final Instant since;
    private final Instant until;

    /** {@code allBefore}: whether the list before the request was complete. */
    CreationAttempt(Creating creating, boolean allBefore, LeaseOptions options) {
        this.creating = creating;
        this.allBefore = allBefore;
        // Each of two lost create requests must be able to take the instance of the other one, even if it is listed
        // late.
        Duration tolerance = options.clockTolerance().plus(options.window());
        since = creating.at().minus(tolerance);
        until = creating.at().plus(tolerance);
    }

    /** Whether an instance that was not listed before is certainly new. */
    boolean knowsAllBefore() {
        return allBefore;
    }

    boolean mayHaveMade(Instance instance) {
        return isNew(instance) && creating.request().fits(instance);
    }

    /** Whether an instance was created at the time of this attempt, by its creation time. */
    boolean hasMade(Instance instance) {
        return instance.createTime() != null && mayHaveMadeInTime(instance);
    }

    /** As {@link #mayHaveMade}, but not if the instance was certainly created later. */
    boolean mayHaveMadeInTime(Instance instance) {
        Instant created = instance.createTime();
        return mayHaveMade(instance) && (created == null || !created.isAfter(until));
    }

    /**
     * The instance of this attempt among new instances that nothing else claims, provided that no other code creates
     * instances. Empty while an instance may belong to a response that is still {@code expected}, or while there are
     * more instances than {@code lost} attempts.
     */
    Optional<Instance> mine(List<Instance> free, List<CreationAttempt> lost, List<CreationAttempt> expected) {
        List<Instance> made = free.stream().filter(this::mayHaveMade).toList();
        boolean responsePending = expected.stream().anyMatch(other -> other.mayHaveMadeAny(made));
        long withoutResponse =
                lost.stream().filter(other -> other.mayHaveMadeAny(made)).count();
        if (responsePending || made.size() > withoutResponse) {
            return Optional.empty();
        }
        // An instance that fewer attempts may have made first, so that attempts with few candidates keep theirs.
        return made.stream()
                .min(Comparator.comparingLong(instance -> lost.stream()
                        .filter(other -> other.mayHaveMade(instance))
                        .count()));
    }

    private boolean mayHaveMadeAny(List<Instance> instances) {
        return instances.stream().anyMatch(this::mayHaveMade);
    }

    /** Whether an instance is a candidate to report if the outcome of this attempt stays unknown. */
    boolean concerns(Instance instance) {
        return isNew(instance) && creating.request().resembles(instance);
    }

    /** Whether the title of an instance has the nonce of this attempt, which proves that the attempt made it. */
    boolean hasNonceOf(Instance instance) {
        Optional<String> nonce = InstanceTitle.nonce(instance.title());
        return nonce.isPresent() && nonce.equals(InstanceTitle.nonce(creating.id()));
    }

    /** An instance with another nonce certainly belongs to another create request. */
    private boolean isNew(Instance instance) {
        Instant created = instance.createTime();
        boolean ofAnother = InstanceTitle.nonce(instance.title()).isPresent() && !hasNonceOf(instance);
        return !creating.before().contains(instance.instanceUuid())
                && (created == null || !created.isBefore(since))
                && !ofAnother;
    }

    /**
     * Whether the account that lists these instances may be that of the attempt: it listed every older instance before
     * the attempt.
     */
    boolean mayBelongToAccountOf(Collection<Instance> listed) {
        return listed.stream()
                .filter(instance ->
                        instance.createTime() != null && instance.createTime().isBefore(since))
                .allMatch(instance -> creating.before().contains(instance.instanceUuid()));
    }
}
