package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFault;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The programs of the guides leave behind what their pages say. */
@ExtendWith(GpuCloudStubExtension.class)
class GuidesTest {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();
    private static final RentalPlan PLAN = RentalPlan.ofPod("pod-comfyui", Duration.ofHours(1));

    @Test
    void firstRentalDestroysItsInstance() {
        try (GpuCloudStubServer stub = GpuCloudStubServer.start("stub.lifecycle.boot=0s")) {
            FirstRental.url = stub.baseUrl().toString();
            FirstRental.main(new String[0]);

            try (GpuCloudClient client = GpuCloudClient.builder()
                    .baseUrl(FirstRental.url)
                    .apiKey("demo-key")
                    .build()) {
                assertThat(client.instances().list()).isEmpty();
            }
        }
    }

    @Test
    void carefulCreationCreatesOrSaysWhyNot(GpuCloudClient client, StubFaults faults) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);
        assertThat(CarefulCreation.create(client, SPEC)).isEmpty();
        assertThat(CarefulCreation.create(CarefulCreation.patient(client), SPEC))
                .isPresent();
    }

    @Test
    void carefulCreationHandlesARejectedKeyAndTooManyRequests(GpuCloudClient client, StubFaults faults) {
        faults.rateLimit(3, Duration.ofSeconds(1));
        assertThat(CarefulCreation.create(client, SPEC)).isEmpty();
        faults.set(StubFault.status(401).times(1));
        assertThat(CarefulCreation.create(client, SPEC)).isEmpty();

        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void leasesLeaveNothingBehind(GpuCloudClient client) {
        try (Leases leases =
                Leases.of(client, LeaseOptions.builder().withoutJournal().build())) {
            Renting.rent(leases, "pod-comfyui");
            Renting.rentOrReport(leases, PLAN);
        }
        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void withoutSoleUserALostInstanceIsReportedAndKept(GpuCloudClient client, StubFaults faults, StubJournal journal) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        try (Leases leases =
                Leases.of(client, LeaseOptions.builder().withoutJournal().build())) {
            Renting.rentOrReport(leases, PLAN);
        }

        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
        assertThat(client.instances().list()).hasSize(1);
    }

    @Test
    void aSweepDestroysWhatItsOwnerLeftAndNothingElse(GpuCloudClient client, StubClock clock) {
        String foreign = client.instances().create(SPEC).instanceUuid();
        try (Leases earlier = Leases.of(
                client,
                LeaseOptions.builder()
                        .withoutJournal()
                        .owner("nightly-training")
                        .build())) {
            earlier.rent(PLAN).keep();
        }
        clock.advance(Duration.ofHours(7));

        try (Leases leases = Leases.of(
                client,
                LeaseOptions.builder()
                        .withoutJournal()
                        .owner("nightly-training")
                        .build())) {
            Renting.sweep(leases);
            assertThat(client.instances().list())
                    .extracting(Instance::instanceUuid)
                    .containsExactly(foreign);

            Renting.sweepAll(leases);
            assertThat(client.instances().list()).isEmpty();
        }
    }
}
