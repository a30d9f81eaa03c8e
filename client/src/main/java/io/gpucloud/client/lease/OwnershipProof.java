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
 *
 * @param others create requests of live processes, and those of which the outcome was reported as unknown. Their instances must not be
 *     taken
 * @param listed the whole list
 * @param free the listed instances that no journal file names
 * @param complete whether the list shows every instance. If not, a single match may not be the only one
 */
record OwnershipProof(
        LeaseOptions options, List<Creating> others, List<Instance> listed, List<Instance> free, boolean complete) {

    /** The instance that a request certainly created. */
    Optional<Instance> madeBy(Creating creating) {
        Optional<String> nonce = InstanceTitle.nonce(creating.title());
        Optional<Instance> named = free.stream()
                .filter(instance -> nonce.isPresent() && nonce.equals(InstanceTitle.nonce(instance.title())))
                .findFirst();
        return named.isPresent() || !options.soleUser() ? named : onlyMatch(creating);
    }

    private Optional<Instance> onlyMatch(Creating creating) {
        List<Instance> matching =
                free.stream().filter(instance -> matches(creating, instance)).toList();
        boolean contested =
                others.stream().anyMatch(other -> matching.stream().anyMatch(instance -> mayHaveMade(other, instance)));
        boolean ours = complete && matching.size() == 1 && !contested && isSameAccount(creating);
        return ours ? Optional.of(matching.get(0)) : Optional.empty();
    }

    /** The instances that either a request or another program may have created. */
    List<Instance> candidates(Creating creating) {
        return free.stream().filter(instance -> mayHaveMade(creating, instance)).toList();
    }

    /** A missing value matches nothing here, so that only certain matches are destroyed. */
    private boolean matches(Creating creating, Instance instance) {
        InstanceRequest request = creating.request();
        String source = request.podUuid() == null ? request.imageUuid() : request.podUuid();
        return isNew(creating, instance)
                && request.gpuUuid().equals(instance.gpuUuid())
                && Objects.equals(request.gpuCount(), instance.gpuCount())
                && Objects.equals(source, instance.imageUuid())
                && (request.podTag() == null || request.podTag().equals(instance.imageTag()))
                && !InstanceTitle.isGiven(instance);
    }

    /** An instance with another nonce certainly belongs to another create request. */
    private boolean mayHaveMade(Creating creating, Instance instance) {
        boolean isNew = instance.createTime() == null
                ? !creating.before().contains(instance.instanceUuid())
                : isNew(creating, instance);
        Optional<String> nonce = InstanceTitle.nonce(instance.title());
        boolean ofAnother = nonce.isPresent() && !nonce.equals(InstanceTitle.nonce(creating.title()));
        return isNew && !ofAnother && creating.request().fits(instance);
    }

    private boolean isNew(Creating creating, Instance instance) {
        Instant created = instance.createTime();
        Instant at = creating.at();
        return !creating.before().contains(instance.instanceUuid())
                && created != null
                && !created.isBefore(at.minus(options.clockTolerance()).minusSeconds(1))
                && !created.isAfter(at.plus(options.window()).plus(options.clockTolerance()));
    }

    /**
     * Whether the list may belong to the account of the request: the list before the request must contain every instance that is clearly
     * older than the request.
     */
    private boolean isSameAccount(Creating creating) {
        Instant limit = creating.at().minus(options.clockTolerance()).minus(options.window());
        Set<String> older = listed.stream()
                .filter(instance ->
                        instance.createTime() != null && instance.createTime().isBefore(limit))
                .map(Instance::instanceUuid)
                .collect(Collectors.toSet());
        return creating.before().containsAll(older);
    }
}
