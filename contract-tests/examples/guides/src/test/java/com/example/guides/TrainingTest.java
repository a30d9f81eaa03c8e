package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class TrainingTest {

    @Test
    void isShutDownByItsTimer(GpuCloudClient client, StubClock clock) {
        String id = new Training(client).start("pod-comfyui", "gpu-rtx-4090", Duration.ofHours(8));

        clock.advance(Duration.ofHours(9));

        assertThat(client.instances().get(id).isShutDown()).isTrue();
    }

    @Test
    void failsWithoutGpus(GpuCloudClient client, StubFaults faults) {
        faults.noCapacity("gpu-rtx-4090");

        assertThatThrownBy(() -> new Training(client).start("pod-comfyui", "gpu-rtx-4090", Duration.ofHours(8)))
                .isInstanceOf(NoCapacityException.class);
        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void doesNotRentTwiceWhenTheResponseIsLost(GpuCloudClient client, StubFaults faults, StubJournal journal) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        assertThatThrownBy(() -> new Training(client).start("pod-comfyui", "gpu-rtx-4090", Duration.ofHours(8)))
                .isInstanceOfSatisfying(
                        GpuCloudException.class,
                        failure -> assertThat(failure.mayHaveTakenEffect()).isTrue());

        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
        assertThat(client.instances().list()).as("the orphan that you pay for").hasSize(1);
    }

    @Test
    void leavesNothingWhenTheResponseIsLost(GpuCloudClient client, StubFaults faults, StubJournal journal) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        try (Leases leases = Leases.of(
                client,
                LeaseOptions.builder()
                        .withoutJournal()
                        .accountUse(AccountUse.SOLE_USER)
                        .build())) {
            NightlyTraining.train(leases, "pod-comfyui");
        }

        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
        assertThat(client.instances().list()).isEmpty();
    }
}
