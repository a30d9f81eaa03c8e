package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The instances that a sweep found. Nothing is destroyed before {@link #destroy()}. */
public final class SweepPreview {

    /**
     * An instance that a sweep did not touch.
     *
     * @param instance the instance as it was listed
     * @param reason why it was skipped
     */
    public record Skipped(Instance instance, Reason reason) {}

    /** Why an instance is not swept. */
    public enum Reason {

        /** It belongs to an open lease of the client, or has done so since the sweep began. */
        LEASED,

        /** A create request of the client whose outcome is not known yet may have made it. */
        BEING_CREATED,

        /** Its shutdown timer lies ahead; see {@link SweepCriteria#includeTimed()}. */
        TIMED,

        /** Its title names another owner or none; see {@link SweepCriteria#includeOtherOwners()}. */
        OTHER_OWNER,

        /** It was found, and does not match age and filter any more. */
        CHANGED
    }

    private final LeaseContext context;
    private final RentalState state;
    private final SweepCriteria criteria;
    private final Instant limit;
    private final long begun;
    private final List<Instance> found = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();

    /** Lists the instances that a sweep finds. */
    SweepPreview(LeaseContext context, SweepCriteria criteria) {
        this.context = context;
        state = context.state();
        this.criteria = criteria;
        begun = state.changes();
        List<Instance> listed = context.client().instances().list();
        // Not before the list, whose response corrects a wrong clock.
        limit = context.client().timer().now().minus(criteria.olderThan());
        listed.stream().filter(this::matches).forEach(this::classify);
    }

    private void classify(Instance instance) {
        reasonToSkip(instance)
                .ifPresentOrElse(reason -> skipped.add(new Skipped(instance, reason)), () -> found.add(instance));
    }

    /** Whether an instance has the age and passes the filter. */
    private boolean matches(Instance instance) {
        Instant created = instance.createTime();
        return created != null && !created.isAfter(limit) && criteria.filter().test(instance);
    }

    /** Why an instance must not be destroyed although it matches, or empty if it may be. */
    private Optional<Reason> reasonToSkip(Instance instance) {
        if (state.wasLeasedAfter(begun, instance.instanceUuid())) {
            return Optional.of(Reason.LEASED);
        }
        if (state.mayBeMaking(instance)) {
            return Optional.of(Reason.BEING_CREATED);
        }
        if (!criteria.otherOwners()
                && !InstanceTitle.isOwnedBy(context.options().owner(), instance.title())) {
            return Optional.of(Reason.OTHER_OWNER);
        }
        return criteria.timed() || !hasTimerAhead(instance) ? Optional.empty() : Optional.of(Reason.TIMED);
    }

    /** Returns true if the shutdown timer is in the future, or if the list does not show that it is over. */
    private boolean hasTimerAhead(Instance instance) {
        ShutdownRegular timer = instance.shutdownRegular();
        if (timer == null || Boolean.FALSE.equals(timer.enable())) {
            return false;
        }
        Instant moment = timer.shutdownTime();
        if (moment == null) {
            return Boolean.TRUE.equals(timer.enable());
        }
        // A smaller value may be a number of minutes, so the timer may still run.
        return moment.getEpochSecond() < Preconditions.FIRST_TIMESTAMP
                || moment.isAfter(
                        context.client().timer().now().minus(context.options().clockTolerance()));
    }

    /** {@return the instances that {@link #destroy()} would destroy, as they were listed} */
    public List<Instance> found() {
        return List.copyOf(found);
    }

    /** {@return the instances that match age and filter and are not found for another reason, as they were listed} */
    public List<Skipped> skipped() {
        return List.copyOf(skipped);
    }

    /**
     * Destroys the instances found, one after the other. Each instance is listed and checked again just before. It is
     * skipped if it was adopted, kept or given a timer in the meantime, or no longer matches.
     *
     * @return the instances destroyed, skipped and left
     * @throws IllegalStateException if the client is closed
     */
    public SweepReport destroy() {
        List<Instance> destroyed = new ArrayList<>();
        List<Skipped> spared = new ArrayList<>();
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        for (Instance instance : found) {
            try {
                destroyIfNotInUse(instance, destroyed, spared);
            } catch (InstanceNotDestroyedException failure) {
                left.add(failure);
            }
        }
        return new SweepReport(List.copyOf(destroyed), List.copyOf(spared), List.copyOf(left));
    }

    /**
     * The instance is seized before it is checked, so that it cannot be adopted between the check and the destruction.
     */
    private void destroyIfNotInUse(Instance instance, List<Instance> destroyed, List<Skipped> spared) {
        boolean seized = state.whileSeized(
                begun,
                instance.instanceUuid(),
                () -> find(instance.instanceUuid())
                        .ifPresent(listed -> destroyUnlessSkipped(listed, destroyed, spared)));
        if (!seized) {
            spared.add(new Skipped(instance, Reason.LEASED));
        }
    }

    private void destroyUnlessSkipped(Instance listed, List<Instance> destroyed, List<Skipped> spared) {
        Optional<Reason> reason = matches(listed) ? reasonToSkip(listed) : Optional.of(Reason.CHANGED);
        if (reason.isPresent()) {
            spared.add(new Skipped(listed, reason.get()));
        } else {
            context.destroy(listed.instanceUuid());
            destroyed.add(listed);
        }
    }

    /** The instance as it is listed now; empty if it is gone. */
    private Optional<Instance> find(String instanceUuid) {
        try {
            Listing<Instance> listing = context.client().instances().list();
            Optional<Instance> listed = listing.stream()
                    .filter(instance -> instance.instanceUuid().equals(instanceUuid))
                    .findFirst();
            if (listed.isPresent() || listing.provesAbsence()) {
                return listed;
            }
        } catch (GpuCloudException unreadable) {
            throw new InstanceNotDestroyedException(instanceUuid, unreadable);
        }
        throw new InstanceNotDestroyedException(instanceUuid, null);
    }

    @Override
    public String toString() {
        return "SweepPreview[found=" + found.size() + ", skipped=" + skipped.size() + "]";
    }
}
