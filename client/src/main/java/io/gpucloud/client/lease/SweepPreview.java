package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
    private final SharedLedger ledger;
    private final SweepCriteria criteria;

    /** The changes of each record before. */
    private final Map<String, Long> begun;

    private final List<Instance> found = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();

    /** Lists the instances that a sweep finds. */
    SweepPreview(LeaseContext context, SweepCriteria criteria) {
        this.context = context;
        ledger = context.ledger();
        this.criteria = criteria;
        begun = ledger.current(
                known -> known.all().stream().collect(Collectors.toMap(LeaseRecord::nonce, LeaseRecord::change)));
        Listing<Instance> listed = context.client().instances().list();
        context.carryOut(listed, ledger.observe(listed));
        listed.stream().filter(this::matches).forEach(this::classify);
    }

    private void classify(Instance instance) {
        reasonToSkip(instance)
                .ifPresentOrElse(reason -> skipped.add(new Skipped(instance, reason)), () -> found.add(instance));
    }

    /** Whether an instance has the age and passes the filter. */
    private boolean matches(Instance instance) {
        Instant created = instance.createTime();
        return created != null
                && context.clock().hasPassed(created, criteria.olderThan())
                && criteria.filter().test(instance);
    }

    /** Why an instance must not be destroyed although it matches, or empty if it may be. */
    private Optional<Reason> reasonToSkip(Instance instance) {
        Optional<Reason> protection = ledger.current(known -> protection(known, instance));
        if (protection.isPresent()) {
            return protection;
        }
        if (!criteria.otherOwners() && !InstanceTitle.isOwnedBy(context.owner(), instance.title())) {
            return Optional.of(Reason.OTHER_OWNER);
        }
        return criteria.timed() || !hasTimerAhead(instance) ? Optional.empty() : Optional.of(Reason.TIMED);
    }

    private Optional<Reason> protection(Ledger known, Instance instance) {
        boolean changed = known.all().stream()
                .anyMatch(record -> record.has(instance.instanceUuid())
                        && record.change() > begun.getOrDefault(record.nonce(), 0L));
        return changed ? Optional.of(Reason.LEASED) : known.protection(instance, ledger::isAlive, ledger.moment());
    }

    private boolean hasTimerAhead(Instance instance) {
        return context.clock()
                .mayBeAhead(instance.shutdownRegular(), context.options().clockTolerance());
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

    /** The instance is ending as soon as it was checked, so that it cannot be adopted in between. */
    private void destroyIfNotInUse(Instance instance, List<Instance> destroyed, List<Skipped> spared) {
        Instance listed = find(instance.instanceUuid()).orElse(null);
        if (listed == null) {
            return;
        }
        LeaseRecord ending = ledger.reserve(known -> {
            Optional<Reason> reason = matches(listed) ? reasonToSkip(listed) : Optional.of(Reason.CHANGED);
            reason.ifPresent(why -> spared.add(new Skipped(listed, why)));
            return reason.isPresent() ? null : known.ending(listed, ledger.moment());
        });
        if (ending != null) {
            context.destroy(ending, () -> false);
            destroyed.add(listed);
        }
    }

    /** The instance as it is listed now; empty if it is gone. */
    private Optional<Instance> find(String instanceUuid) {
        try {
            Listing<Instance> listing = context.client().instances().list();
            context.carryOut(listing, ledger.observe(listing));
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
