package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Finds the instances of one sweep, and destroys them one after the other on request. */
final class Sweeper implements SweepPreview {

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final SweepRules rules;
    private final LeaseExecutor executor;
    private final List<Instance> found = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();

    private Sweeper(GpuCloudClient client, LeaseOptions options, SweepRules rules, LeaseExecutor executor) {
        this.client = client;
        this.options = options;
        this.rules = rules;
        this.executor = executor;
    }

    /** Lists the instances that a sweep finds. */
    static Sweeper preview(GpuCloudClient client, LeaseOptions options, SweepRules rules, LeaseExecutor executor) {
        Sweeper sweeper = new Sweeper(client, options, rules, executor);
        client.instances().list().stream().filter(rules::matches).forEach(sweeper::classify);
        return sweeper;
    }

    private void classify(Instance instance) {
        rules.reasonToSkip(instance)
                .ifPresentOrElse(reason -> skipped.add(new Skipped(instance, reason)), () -> found.add(instance));
    }

    @Override
    public List<Instance> found() {
        return List.copyOf(found);
    }

    @Override
    public List<Skipped> skipped() {
        return List.copyOf(skipped);
    }

    @Override
    public SweepReport destroy() {
        Run run = new Run();
        found.forEach(run::destroyIfNotInUse);
        return new SweepReport(run.destroyed, run.spared, run.left);
    }

    @Override
    public String toString() {
        return "SweepPreview[found=" + found.size() + ", skipped=" + skipped.size() + "]";
    }

    @Override
    public CompletableFuture<SweepReport> destroyAsync() {
        return executor.call(this::destroy);
    }

    /** One run over the instances found. */
    private final class Run {

        private final List<Instance> destroyed = new ArrayList<>();
        private final List<Skipped> spared = new ArrayList<>();
        private final List<InstanceNotDestroyedException> left = new ArrayList<>();

        /** Seizes the instance before it is checked, so that it cannot be adopted between the check and the destruction. */
        void destroyIfNotInUse(Instance instance) {
            if (!rules.seize(instance.instanceUuid())) {
                spared.add(new Skipped(instance, Reason.LEASED));
                return;
            }
            try {
                Instance listed = find(instance.instanceUuid());
                if (listed != null) {
                    destroyIfItStillMatches(listed);
                }
            } catch (InstanceNotDestroyedException failure) {
                left.add(failure);
            } finally {
                rules.letGo(instance.instanceUuid());
            }
        }

        private void destroyIfItStillMatches(Instance listed) {
            Optional<Reason> reason = rules.matches(listed) ? rules.reasonToSkip(listed) : Optional.of(Reason.CHANGED);
            if (reason.isPresent()) {
                spared.add(new Skipped(listed, reason.get()));
                return;
            }
            new InstanceDestroyer(client, options, listed.instanceUuid()).run();
            destroyed.add(listed);
        }

        /** The instance as it is listed now, or null if it is gone. */
        private @Nullable Instance find(String instanceUuid) {
            Listing<Instance> listing;
            try {
                listing = client.instances().list();
            } catch (GpuCloudException unreadable) {
                throw new InstanceNotDestroyedException(instanceUuid, unreadable);
            }
            Optional<Instance> listed = listing.stream()
                    .filter(instance -> instance.instanceUuid().equals(instanceUuid))
                    .findFirst();
            if (listed.isEmpty() && !listing.provesAbsence()) {
                throw new InstanceNotDestroyedException(instanceUuid, null);
            }
            return listed.orElse(null);
        }
    }
}
