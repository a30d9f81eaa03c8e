package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One create request and the instances that were listed before it. Compared by identity.
 *
 * <p>An instance that was listed before, or has the nonce of another request in its title, is certainly not the one of
 * this request. Source, model, count and creation time (assumption {@code create-time}) are hints: the service may list
 * them in another form. They order the candidates, and exclude none.
 */
final class CreationAttempt {

    /** No list lags longer. After this time, an attempt whose instance was never listed has made none. */
    private static final Duration LATEST_LISTING = Duration.ofHours(1);

    private final Creating creating;
    private final boolean allBefore;
    private final Duration tolerance;

    /** The instances that it may have made; null for all that were not listed before. */
    private final @Nullable Set<String> among;

    /** {@code allBefore}: whether the list before the request was complete. */
    CreationAttempt(Creating creating, boolean allBefore, LeaseOptions options) {
        this(creating, allBefore, options.clockTolerance().plus(options.window()), null);
    }

    private CreationAttempt(Creating creating, boolean allBefore, Duration tolerance, @Nullable Set<String> among) {
        this.creating = creating;
        this.allBefore = allBefore;
        // Each of two lost create requests must be able to take the instance of the other one, even if it is listed
        // late.
        this.tolerance = tolerance;
        this.among = among;
    }

    /** The same attempt after it {@link #isOver}: what is listed later was created later. */
    CreationAttempt among(List<Instance> instances) {
        Set<String> only = instances.stream().map(Instance::instanceUuid).collect(Collectors.toSet());
        return new CreationAttempt(creating, allBefore, tolerance, only);
    }

    Creating creating() {
        return creating;
    }

    /** Whether an instance that was not listed before is certainly new. */
    boolean knowsAllBefore() {
        return allBefore;
    }

    /** Whether no list will show an instance of this attempt any more. */
    boolean isOver(Instant now) {
        return mustBeListed(creating.at(), now);
    }

    /** Whether every list shows an instance that was created at a moment, if it exists. */
    static boolean mustBeListed(Instant created, Instant now) {
        return created.plus(LATEST_LISTING).isBefore(now);
    }

    /** Whether nothing proves that the instance is not the one of this attempt. */
    boolean mayHaveMade(Instance instance) {
        boolean ofAnother = InstanceTitle.nonce(instance.title()).isPresent() && !hasNonceOf(instance);
        boolean later = among != null && !among.contains(instance.instanceUuid());
        return !ofAnother && !later && !creating.before().contains(instance.instanceUuid());
    }

    /** Whether the title of an instance has the nonce of this attempt, which proves that the attempt made it. */
    boolean hasNonceOf(Instance instance) {
        Optional<String> nonce = InstanceTitle.nonce(instance.title());
        return nonce.isPresent() && nonce.equals(InstanceTitle.nonce(creating.id()));
    }

    /** How many hints say that the instance is not the one of this attempt. */
    int doubts(Instance instance) {
        Instant created = instance.createTime();
        boolean inTime = created == null
                || Duration.between(creating.at(), created).abs().compareTo(tolerance) <= 0;
        return creating.request().differences(instance) + (inTime ? 0 : 1);
    }

    /** Whether the creation time of an instance, if it has one, is not before the request. */
    boolean isNotOlder(Instance instance) {
        Instant created = instance.createTime();
        return created == null || !created.isBefore(creating.at().minus(tolerance));
    }

    /** The instances that the attempt may have made, the likeliest one first. */
    List<Instance> candidates(List<Instance> listed) {
        return listed.stream()
                .filter(this::mayHaveMade)
                .sorted(Comparator.comparingInt(this::doubts))
                .toList();
    }

    /**
     * The instance of this attempt among new instances that nothing else claims, provided that no other code creates
     * instances. Empty while an instance may belong to a response that is still {@code expected}, or while there are
     * more instances than {@code lost} attempts. An instance in doubt only counts in the {@code last} list.
     */
    Optional<Instance> mine(
            List<Instance> free, List<CreationAttempt> lost, List<CreationAttempt> expected, boolean last) {
        List<Instance> made = candidates(free);
        boolean responsePending = expected.stream().anyMatch(other -> other.mayHaveMadeAny(made));
        long withoutResponse =
                lost.stream().filter(other -> other.mayHaveMadeAny(made)).count();
        if (responsePending || made.size() > withoutResponse) {
            return Optional.empty();
        }
        // An instance that fewer attempts may have made first, so that attempts with few candidates keep theirs.
        return made.stream()
                .filter(instance -> last || doubts(instance) == 0)
                .min(Comparator.<Instance>comparingLong(instance -> lost.stream()
                                .filter(other -> other.mayHaveMade(instance))
                                .count())
                        .thenComparingInt(this::doubts));
    }

    private boolean mayHaveMadeAny(List<Instance> instances) {
        return instances.stream().anyMatch(this::mayHaveMade);
    }
}
