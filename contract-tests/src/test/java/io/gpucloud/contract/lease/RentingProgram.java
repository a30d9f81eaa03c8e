package io.gpucloud.contract.lease;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RecoveryReport;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.lease.TagInUseException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A program that rents instances, and the instances that it knows when it ends. */
abstract class RentingProgram {

    final Set<String> kept = ConcurrentHashMap.newKeySet();

    /** Rents, uses and destroys one instance. */
    abstract void run(RentalPlan plan, Scenario.Use use);

    /** Performs an action at a call of a client. */
    static final class Calls implements CallListener {

        private final AtomicInteger left = new AtomicInteger();
        private volatile Runnable action = () -> {};

        void atTheNext(int calls, Runnable action) {
            this.action = action;
            left.set(calls);
        }

        @Override
        public Call started(ApiOperation operation) {
            return new Call() {
                @Override
                public void ended(@Nullable Throwable failure) {
                    if (left.decrementAndGet() == 0) {
                        action.run();
                    }
                }
            };
        }
    }

    /** A failure of the program's own work. */
    static final class WorkFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** With leases. */
    static final class Leasing extends RentingProgram {

        final Set<String> named = ConcurrentHashMap.newKeySet();
        final Set<String> notDestroyed = ConcurrentHashMap.newKeySet();
        private final GpuCloudClient client;
        private final LeaseOptions options;
        private final Leases leases;
        private final Calls calls;

        Leasing(GpuCloudClient client, LeaseOptions options, Calls calls) {
            this.client = client;
            this.options = options;
            this.calls = calls;
            leases = Leases.of(client, options);
        }

        @Override
        void run(RentalPlan plan, Scenario.Use use) {
            try {
                if (use == Scenario.Use.CANCEL) {
                    rentAndCancel(plan);
                } else if (use == Scenario.Use.LEAVE) {
                    leases.rent(plan);
                } else {
                    rentAndClose(plan, use);
                }
            } catch (GpuCloudException | SpendingLimitException | TagInUseException | WorkFailed failure) {
                note(failure);
            } finally {
                Thread.interrupted();
            }
        }

        private void rentAndClose(RentalPlan plan, Scenario.Use use) {
            try (InstanceLease lease = leases.rent(plan)) {
                use(lease, use);
            }
        }

        private void rentAndCancel(RentalPlan plan) {
            CompletableFuture<CompletableFuture<InstanceLease>> rental = new CompletableFuture<>();
            calls.atTheNext(3, () -> rental.join().cancel(true));
            rental.complete(leases.rentAsync(plan));
            try (InstanceLease lease = rental.join().join()) {
                use(lease, Scenario.Use.WORK);
            } catch (CancellationException cancelled) {
                // Closing the leases waits for the rest of the work.
            } catch (CompletionException failure) {
                note(Objects.requireNonNull(failure.getCause()));
            }
        }

        /** Takes over what another replica knows. */
        void learn(Leasing other) {
            kept.addAll(other.kept);
            named.addAll(other.named);
            notDestroyed.addAll(other.notDestroyed);
        }

        /** Ends the program, without a next start. */
        void close() {
            close(leases);
        }

        /** Goes on with the instances that a sibling has handed over. */
        void takeOver() {
            recover(leases, RecoveryDecision.RESUME, 1);
        }

        /**
         * Ends the program. If it hands its leases over, {@code successors} do so too, and the next start closes them.
         */
        void end(int successors) {
            close(leases);
            if (options.onClose() == OnClose.DESTROY) {
                return;
            }
            for (int i = 0; i < successors; i++) {
                Leases successor = Leases.of(
                        client, options.toBuilder().recoverOnStart(false).build());
                recover(successor, RecoveryDecision.RESUME, 1);
                close(successor);
            }
            Leases next = Leases.of(
                    client,
                    options.toBuilder()
                            .onClose(OnClose.DESTROY)
                            .recoverOnStart(false)
                            .build());
            // Until nothing more is found, as a program that is started again.
            recover(next, RecoveryDecision.DESTROY, 10);
            close(next);
        }

        private void close(Leases closing) {
            try {
                closing.close();
            } catch (GpuCloudException failure) {
                note(failure);
            }
        }

        private void recover(Leases recovering, RecoveryDecision decision, int times) {
            for (int i = 0; i < times; i++) {
                try {
                    RecoveryReport report = recovering.recover(found -> decision);
                    report.candidates().forEach(candidate -> named.add(candidate.instanceUuid()));
                    report.left().forEach(this::note);
                } catch (GpuCloudException unlucky) {
                    note(unlucky);
                }
            }
        }

        private void use(InstanceLease lease, Scenario.Use use) {
            switch (use) {
                case WORK, CANCEL, LEAVE -> lease.extend(TestAccount.HOUR);
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
                case WORK, CANCEL, LEAVE -> client.instances().scheduleShutdown(instanceUuid, TestAccount.HOUR);
                case REACH -> client.instances().waitUntilReachable(instanceUuid, instance -> true, waiting);
                case FAIL -> throw new WorkFailed();
                case KEEP -> kept.add(instanceUuid);
                case INTERRUPT -> Thread.currentThread().interrupt();
            }
        }
    }
}
