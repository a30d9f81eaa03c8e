package io.gpucloud.contract.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A program that rents instances, and the instances that it knows when it ends. */
abstract class RentingProgram {

    final Set<String> kept = ConcurrentHashMap.newKeySet();

    /** Rents, uses and destroys one instance. */
    abstract void run(RentalPlan plan, Scenario.Use use);

    /** A failure of the program's own work. */
    static final class WorkFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** With leases. */
    static final class Leasing extends RentingProgram {

        final Set<String> named = ConcurrentHashMap.newKeySet();
        final Set<String> notDestroyed = ConcurrentHashMap.newKeySet();
        private final Leases leases;

        Leasing(GpuCloudClient client, LeaseOptions options) {
            leases = Leases.of(client, options);
        }

        @Override
        void run(RentalPlan plan, Scenario.Use use) {
            try (InstanceLease lease = leases.rent(plan)) {
                use(lease, use);
            } catch (GpuCloudException | WorkFailed failure) {
                note(failure);
            } finally {
                Thread.interrupted();
            }
        }

        private void use(InstanceLease lease, Scenario.Use use) {
            switch (use) {
                case WORK -> lease.extend(TestAccount.HOUR);
                case REACH -> lease.awaitReachable(instance -> true, Scenario.DEADLINE);
                case FAIL -> throw new WorkFailed();
                case KEEP -> kept.add(lease.keep().instanceUuid());
                case INTERRUPT -> Thread.currentThread().interrupt();
            }
        }

        /** Records the instances that an exception names. */
        private void note(Throwable failure) {
            if (failure instanceof InstanceNotDestroyedException left) {
                named.add(left.instanceUuid());
                notDestroyed.add(left.instanceUuid());
            }
            if (failure instanceof CreationOutcomeUnknownException unknown) {
                unknown.candidates().forEach(candidate -> named.add(candidate.instanceUuid()));
            }
            for (Throwable suppressed : failure.getSuppressed()) {
                note(suppressed);
            }
        }
    }

    /** Creates, waits and destroys, without handling lost responses. */
    static final class Plain extends RentingProgram {

        private final GpuCloudClient client;
        private final WaitOptions waiting;

        Plain(GpuCloudClient client) {
            this.client = client;
            waiting = WaitOptions.builder().timeout(Scenario.DEADLINE).build();
        }

        @Override
        void run(RentalPlan plan, Scenario.Use use) {
            try {
                Instance created = create(plan.gpus());
                try {
                    client.instances().waitUntilRunning(created.instanceUuid(), waiting);
                    use(created.instanceUuid(), use);
                } finally {
                    if (!kept.contains(created.instanceUuid())) {
                        client.instances().destroy(created.instanceUuid());
                    }
                }
            } catch (GpuCloudException | WorkFailed failure) {
                // Nothing to record: only leases name the instances that they leave behind.
            } finally {
                Thread.interrupted();
            }
        }

        private Instance create(List<String> models) {
            try {
                return client.instances()
                        .create(InstanceSpec.builder()
                                .podUuid(TestAccount.POD)
                                .gpuUuid(models.get(0))
                                .build());
            } catch (BadRequestException refused) {
                if (models.size() == 1) {
                    throw refused;
                }
                return create(models.subList(1, models.size()));
            }
        }

        private void use(String instanceUuid, Scenario.Use use) {
            switch (use) {
                case WORK -> client.instances().scheduleShutdown(instanceUuid, TestAccount.HOUR);
                case REACH -> client.instances().waitUntilReachable(instanceUuid, instance -> true, waiting);
                case FAIL -> throw new WorkFailed();
                case KEEP -> kept.add(instanceUuid);
                case INTERRUPT -> Thread.currentThread().interrupt();
            }
        }
    }
}
