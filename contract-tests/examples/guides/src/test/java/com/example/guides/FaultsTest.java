package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubFault;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class FaultsTest {

    @Test
    void noFreeGpu(GpuCloudClient client, StubFaults faults) {
        faults.noCapacity("gpu-rtx-4090");

        assertThatThrownBy(() -> client.instances().create(SPEC)).isInstanceOf(NoCapacityException.class);
    }

    @Test
    void lostResponse(GpuCloudClient client, StubFaults faults) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        assertThatThrownBy(() -> client.instances().create(SPEC))
                .isInstanceOfSatisfying(
                        GpuCloudException.class,
                        failure -> assertThat(failure.mayHaveTakenEffect()).isTrue());
        assertThat(client.instances().list()).hasSize(1);
    }

    @Test
    void rejectedKey(GpuCloudClient client, StubFaults faults) {
        faults.set(StubFault.status(401));

        assertThatThrownBy(() -> client.instances().list()).isInstanceOf(AuthenticationException.class);
    }

    @Test
    void rateLimit(GpuCloudClient client, StubFaults faults, StubJournal journal) {
        faults.rateLimit(2, Duration.ofSeconds(1)); // the next 2 requests get HTTP 429 with Retry-After: 1

        client.instances().list();

        assertThat(journal.requests(Operations.LIST_INSTANCES)).hasSize(3);
    }

    @Test
    void instanceNeverBoots(GpuCloudClient client, StubFaults faults) {
        faults.set(StubFault.neverBoot().times(1));
        String id = client.instances().create(SPEC).instanceUuid();

        assertThatThrownBy(() -> client.instances().waitUntilRunning(id)).isInstanceOf(WaitTimeoutException.class);
    }

    @Test
    void outageOfTheWholeService(GpuCloudClient client, StubFaults faults) {
        faults.outage();
        assertThatThrownBy(() -> client.instances().list()).isInstanceOf(GpuCloudException.class);

        faults.clear();
        assertThat(client.instances().list()).isEmpty();
    }

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();
}
