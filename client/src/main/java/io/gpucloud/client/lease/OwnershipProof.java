package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides whether a create request of an ended process made an instance. The nonce in the title proves it. An instance without a nonce is
 * only ours if these leases are the sole user of the account. Resemblance proves nothing, because other programs create the same instances.
 */
final class OwnershipProof {

    private final LeaseOptions options;

    /** Other attempts that may have created an instance. Their instances must not be taken. */
    private final List<Creating> others;

    /** Whether the list shows every instance. If not, a single match may not be the only one. */
    private final boolean complete;

    /** {@code others}: attempts of live processes, and those of which the outcome was reported as unknown. */
    OwnershipProof(LeaseOptions options, List<Creating> others, boolean complete) {
        this.options = options;
        this.others = others;
        this.complete = complete;
    }

    /** The instance that an attempt certainly created. {@code listed}: the whole list; {@code free}: instances without a lease. */
    Optional<Instance> madeBy(Creating attempt, List<Instance> listed, List<Instance> free) {
        Optional<String> nonce = InstanceTitle.nonce(attempt.title());
        Optional<Instance> named = free.stream()
                .filter(instance -> nonce.isPresent() && nonce.equals(InstanceTitle.nonce(instance.title())))
                .findFirst();
        return named.isPresent() || !options.soleUser() ? named : onlyMatch(attempt, listed, free);
    }

    private Optional<Instance> onlyMatch(Creating attempt, List<Instance> listed, List<Instance> free) {
        List<Instance> matching =
                free.stream().filter(instance -> matches(attempt, instance)).toList();
        boolean contested =
                others.stream().anyMatch(other -> matching.stream().anyMatch(instance -> mayHaveMade(other, instance)));
        boolean ours = complete && matching.size() == 1 && !contested && isSameAccount(attempt, listed);
        return ours ? Optional.of(matching.get(0)) : Optional.empty();
    }

    /** The instances that either an attempt or another program may have created. */
    List<Instance> candidates(Creating attempt, List<Instance> free) {
        return free.stream().filter(instance -> mayHaveMade(attempt, instance)).toList();
    }

    /** A missing value matches nothing here, so that only certain matches are destroyed. */
    private boolean matches(Creating attempt, Instance instance) {
        InstanceRequest request = attempt.request();
        String source = request.podUuid() == null ? request.imageUuid() : request.podUuid();
        return isNew(attempt, instance)
                && request.gpuUuid().equals(instance.gpuUuid())
                && Objects.equals(request.gpuCount(), instance.gpuCount())
                && Objects.equals(source, instance.imageUuid())
                && (request.podTag() == null || request.podTag().equals(instance.imageTag()))
                && !isRenamed(instance);
    }

    /** An instance with another nonce certainly belongs to another create request. */
    private boolean mayHaveMade(Creating attempt, Instance instance) {
        boolean isNew = instance.createTime() == null
                ? !attempt.before().contains(instance.instanceUuid())
                : isNew(attempt, instance);
        Optional<String> nonce = InstanceTitle.nonce(instance.title());
        boolean ofAnother = nonce.isPresent() && !nonce.equals(InstanceTitle.nonce(attempt.title()));
        return isNew && !ofAnother && attempt.request().fits(instance);
    }

    private boolean isNew(Creating attempt, Instance instance) {
        Instant created = instance.createTime();
        return !attempt.before().contains(instance.instanceUuid())
                && created != null
                && !created.isBefore(
                        attempt.at().minus(options.clockTolerance()).minusSeconds(1))
                && !created.isAfter(attempt.at().plus(options.window()).plus(options.clockTolerance()));
    }

    /** A new instance has the name of its image as title; assumption {@code instance-title}. Any other title was set later. */
    private static boolean isRenamed(Instance instance) {
        String title = instance.title();
        return title != null && !title.isBlank() && !title.equals(instance.imageName());
    }

    /**
     * Whether the list may belong to the account of the attempt: the list before the attempt must contain every instance that is clearly
     * older than the attempt.
     */
    private boolean isSameAccount(Creating attempt, List<Instance> listed) {
        Instant limit = attempt.at().minus(options.clockTolerance()).minus(options.window());
        Set<String> older = listed.stream()
                .filter(instance ->
                        instance.createTime() != null && instance.createTime().isBefore(limit))
                .map(Instance::instanceUuid)
                .collect(Collectors.toSet());
        return attempt.before().containsAll(older);
    }
}
