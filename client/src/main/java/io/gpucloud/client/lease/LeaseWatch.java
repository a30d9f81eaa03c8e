package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the instances of all leases with one list, to see their end and instances that are listed late. */
final class LeaseWatch {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);

    private LeaseWatch() {}

    static void look(LeaseContext context) {
        var leases = context.state().open().stream()
                .filter(lease -> lease.belongsTo(context))
                .toList();
        boolean late = !context.state().lateAttempts(context).isEmpty()
                || context.state().mayComeBack(context.options().window());
        if (leases.isEmpty() && !late) {
            return;
        }
        try {
            GpuCloudClient once = context.client().withOptions(changed -> changed.maxAttempts(1));
            Listing<Instance> listed = once.instances().list();
            Map<String, Instance> instances = listed.stream()
                    .collect(Collectors.toMap(Instance::instanceUuid, Function.identity(), (one, same) -> same));
            for (DefaultInstanceLease lease : leases) {
                Instance instance = instances.get(lease.instanceUuid());
                if (instance != null) {
                    lease.seen(instance);
                } else if (listed.provesAbsence()) {
                    lease.missing();
                }
            }
            context.state().seen(listed);
            LateInstances.lookFor(context, listed);
            leases.forEach(LeaseWatch::endIfOverdue);
        } catch (GpuCloudException unreadable) {
            LOG.debug("the instances of leases cannot be listed: {}", unreadable.getMessage());
        }
        context.watch();
    }

    /** The event of a failed destruction is in the log. The next look tries again what is still open. */
    private static void endIfOverdue(DefaultInstanceLease lease) {
        try {
            lease.closeIfOverdue();
        } catch (InstanceNotDestroyedException left) {
            LOG.debug("instance {} is overdue and remains", lease.instanceUuid());
        }
    }
}
