package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the guides leave behind what their pages say. */
@ExtendWith(GpuCloudStubExtension.class)
class GuidesTest {

    private static final PodInstanceSpec SPEC = PodInstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();
    private static final RentalPlan PLAN = RentalPlan.ofPod("pod-comfyui", Duration.ofHours(1));

    @Test
    void firstRentalDestroysItsInstance() {
        try (GpuCloudStubServer stub = GpuCloudStubServer.start("stub.lifecycle.boot=0s")) {
            FirstRental.url = stub.baseUrl().toString();
            FirstRental.main(new String[0]);

            try (GpuCloudClient client = GpuCloudClient.forStub(FirstRental.url)) {
                assertThat(client.instances().list()).isEmpty();
            }
        }
    }

    @Test
    void carefulCreationCreatesOrSaysWhyNot(GpuCloudClient client, StubFaults faults) {
        faults.loseResponse("createInstanceByPod");
        assertThat(CarefulCreation.create(client, SPEC)).isEmpty();
        assertThat(CarefulCreation.create(CarefulCreation.patient(client), SPEC))
                .isPresent();
    }

    @Test
    void leasesLeaveNothingBehind(GpuCloudClient client) {
        Renting.rent(client, client.pods().list().iterator().next());
        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void aKeptInstanceStays(GpuCloudClient client, @TempDir Path directory) {
        Renting.rentWithJournal(client, PLAN, directory);
        assertThat(client.instances().list()).hasSize(1);
    }

    @Test
    void aSweepDestroysWhatNobodyOwns(GpuCloudClient client, StubClock clock) {
        client.instances().createByPod(SPEC);
        clock.advance(Duration.ofHours(7));
        try (Leases leases = Leases.of(client)) {
            Renting.sweep(leases);
        }
        assertThat(client.instances().list()).hasSize(1);
    }
}
