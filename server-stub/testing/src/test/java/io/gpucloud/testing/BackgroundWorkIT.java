package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The background work of leases is done when the clock passes the moment at which it is due. */
@ExtendWith(GpuCloudStubExtension.class)
class BackgroundWorkIT {

    @Test
    void isDoneWhileTheTestMovesTheClock(StubClock clock, GpuCloudClient client, Leases leases) {
        clock.freeze();
        InstanceLease lease = leases.rent(GpuCloudStubTestIT.PLAN);
        client.instances().destroy(lease.instanceUuid());
        Instant begin = clock.now();

        clock.advance(Duration.ofMinutes(5));

        assertThat(lease.isOpen()).isFalse();
        assertThat(clock.now()).isEqualTo(begin.plus(Duration.ofMinutes(5)));
    }

    @Test
    void doesNotLetAWaitMoveTheClockFurther(StubClock clock, GpuCloudClient client, Leases leases) {
        clock.freeze();
        leases.rent(GpuCloudStubTestIT.PLAN);
        Instant begin = clock.now();
        CompletableFuture<?> pause = client.timer().after(Duration.ofMinutes(10));

        clock.advance(Duration.ofMinutes(5));

        // Not the clock of the stub, during whose call the test waits.
        assertThat(client.timer().now()).isEqualTo(begin.plus(Duration.ofMinutes(5)));
        pause.join();
    }

    @Test
    void isDoneWhileTheTestMovesAManualClock(StubClock clock, GpuCloudClient client, Leases leases) {
        InstanceLease lease = leases.rent(GpuCloudStubTestIT.PLAN);
        client.instances().destroy(lease.instanceUuid());
        clock.manual();

        for (int i = 0; i < 12; i++) {
            clock.advance(Duration.ofSeconds(30));
        }

        assertThat(lease.isOpen()).isFalse();
    }

    @Test
    void isDoneDuringAWait(GpuCloudClient client, Leases leases) throws InterruptedException {
        InstanceLease lease = leases.rent(GpuCloudStubTestIT.PLAN);
        client.instances().destroy(lease.instanceUuid());

        client.timer().sleep(Duration.ofMinutes(5));

        assertThat(lease.isOpen()).isFalse();
    }

    @Test
    void isDoneDuringManyShortWaits(GpuCloudClient client, Leases leases) throws InterruptedException {
        InstanceLease lease = leases.rent(GpuCloudStubTestIT.PLAN);
        client.instances().destroy(lease.instanceUuid());

        for (int i = 0; i < 12; i++) {
            client.timer().sleep(Duration.ofSeconds(30));
        }

        assertThat(lease.isOpen()).isFalse();
    }

    @Test
    void isDoneLessOftenInAVeryLongTime(StubClock clock, StubJournal journal, Leases leases) {
        leases.rent(GpuCloudStubTestIT.PLAN);
        journal.clear();

        clock.advance(Duration.ofDays(100));

        assertThat(journal.requests(Operations.LIST_INSTANCES)).hasSizeBetween(3, 1_000);
    }
}
