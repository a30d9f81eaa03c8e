package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Each test leaves what it has rented, and sees nothing of the one before. */
@GpuCloudStubTest
@SpringJUnitConfig(ContextLeasesIT.Application.class)
class ContextLeasesIT {

    private final RentalPlan plan = RentalPlan.builder()
            .podUuid("pod-comfyui")
            .gpus("gpu-l40s")
            .maxLifetime(Duration.ofHours(1))
            .tag("job-1")
            .build();

    @BeforeEach
    void nothingIsRented(@Autowired Leases leases) {
        assertThat(leases.openLeases()).isEmpty();
        assertThat(leases.pending()).isEmpty();
    }

    @RepeatedTest(2)
    void endsAnOpenLease(@Autowired Leases leases, @Autowired StubFaults faults) {
        leases.rent(plan);
        faults.outage();
    }

    @RepeatedTest(2)
    void endsALeaseWhoseInstanceIsGone(@Autowired Leases leases, @Autowired GpuCloudClient client) {
        InstanceLease lease = leases.rent(plan);
        client.instances().destroy(lease.instanceUuid());
    }

    @RepeatedTest(2)
    void endsARental(@Autowired Leases leases, @Autowired StubClock clock, @Autowired StubJournal journal) {
        clock.manual();
        var unused = leases.rentAsync(plan);
        journal.awaitRequest(Operations.CREATE_INSTANCE_BY_POD, Duration.ofSeconds(30));
    }

    @RepeatedTest(2)
    void aManualClockEndsWithItsTest(@Autowired GpuCloudClient client, @Autowired StubClock clock) {
        // The limit is for a wait that nothing ends any more.
        assertThat(client.timer().after(Duration.ofHours(1))).succeedsWithin(Duration.ofMinutes(1));
        clock.manual();
    }

    @Configuration(proxyBeanMethods = false)
    static class Application extends GpuCloudStubTestIT.Application {

        @Bean
        Leases leases(GpuCloudClient client) {
            return Leases.of(
                    client,
                    LeaseOptions.builder()
                            .withoutJournal()
                            .closeOnExit(false)
                            .uniqueTags(true)
                            .build());
        }
    }
}
