package io.gpucloud.contract.lease;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubCapacity;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An account of the stub, its controls, and a client whose timer is the account's clock. */
record TestAccount(
        StubAccount stubAccount,
        StubFaults faults,
        StubJournal journal,
        StubCapacity capacity,
        AccountTime time,
        GpuCloudClient client) {

    static final String POD = "pod-stable-diffusion";
    static final String CHEAP = "gpu-rtx-4090";
    static final String DEAR = "gpu-l40s";
    static final String SOLD_OUT = "gpu-h100-80g";
    static final Duration HOUR = Duration.ofHours(1);
    static final RentalPlan PLAN =
            RentalPlan.builder().podUuid(POD).maxLifetime(HOUR).gpus(CHEAP).build();
    static final LeaseOptions SOLE = LeaseOptions.builder()
            .withoutJournal()
            .accountUse(AccountUse.SOLE_USER)
            .build();

    static TestAccount of(StubAccount stubAccount) {
        AccountTime time = new AccountTime(stubAccount.clock());
        return new TestAccount(
                stubAccount,
                stubAccount.faults(),
                stubAccount.journal(),
                stubAccount.capacity(),
                time,
                client(stubAccount, time).build());
    }

    private static GpuCloudClientBuilder client(StubAccount stubAccount, AccountTime time) {
        return GpuCloudClient.builder()
                .baseUrl(stubAccount.baseUrl().toString())
                .apiKey(stubAccount.apiKey())
                .timer(time);
    }

    /** The builder of another client of the same account. */
    GpuCloudClientBuilder another() {
        return client(stubAccount, time);
    }

    /** Another client, which runs an action on the calling thread when a call of an operation ends. */
    GpuCloudClient clientThatAfter(ApiOperation watched, Runnable action) {
        return another().listener(after(watched, action)).build();
    }

    Leases leases() {
        return leases(client);
    }

    /** Leases of another client, without a journal. */
    static Leases leases(GpuCloudClient client) {
        return Leases.of(client, LeaseOptions.builder().withoutJournal().build());
    }

    /** Leases that are declared as the only user of the account. */
    Leases soleLeases() {
        return Leases.of(client, SOLE);
    }

    /** An instance that another program creates in the same account. */
    Instance foreign() {
        return client.instances()
                .create(InstanceSpec.builder().podUuid(POD).gpuUuid(CHEAP).build());
    }

    /** All existing instances, whether they are listed yet or not. */
    List<String> instances() {
        time.pass(Duration.ofMinutes(10));
        return listed();
    }

    /** The instances that are listed now. */
    List<String> listed() {
        return client.instances().list().stream().map(Instance::instanceUuid).toList();
    }

    /** The number of requests to an operation. */
    int requestCount(String operationId) {
        return journal.requests(operationId).size();
    }

    /** Runs an action on the calling thread when a call of an operation ends, with or without a response. */
    static CallListener after(ApiOperation watched, Runnable action) {
        return operation -> new CallListener.Call() {
            @Override
            public void ended(@Nullable Throwable failure) {
                if (operation.equals(watched)) {
                    action.run();
                }
            }
        };
    }
}
