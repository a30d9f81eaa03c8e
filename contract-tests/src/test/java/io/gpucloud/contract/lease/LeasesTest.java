package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.HOUR;
import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.InstanceNotFoundException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.model.Instance;
import io.gpucloud.testing.StubFault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases of a client in general, as futures, and for existing instances. */
class LeasesTest extends LeaseTestBase {

    private Leases leases;

    @BeforeEach
    void begin() {
        leases = account.leases();
    }

    @Test
    void rentAndCloseWithFutures() {
        InstanceLease lease = leases.rentAsync(PLAN).join();
        assertThat(lease.awaitReachable(instance -> true, HOUR).serverUrls()).isNotEmpty();

        lease.closeAsync().join();

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void areClosedTogether() {
        InstanceLease first = leases.rent(PLAN);
        leases.rent(PLAN);
        first.keep();

        leases.close();
        leases.close();

        assertThat(account.instances()).containsExactly(first.instanceUuid());
        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(IllegalStateException.class);
        assertThat(account.requestCount("createInstanceByPod")).isEqualTo(2);
    }

    @Test
    void adoptAnExistingInstance() {
        Instance there = account.foreign();

        try (InstanceLease lease = leases.adopt(there.instanceUuid(), HOUR)) {
            assertThat(lease.instance().status()).isEqualTo(InstanceStatus.RUNNING);
            assertThatThrownBy(() -> leases.adopt(there.instanceUuid(), HOUR))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("belongs to an open lease");
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void doNotStartAnInstanceThatIsShutDown() {
        Instance there = account.foreign();
        account.faults().set(StubFault.bootFails());
        Instance down = account.foreign();
        account.time().pass(HOUR);

        assertThatThrownBy(() -> leases.adopt(down.instanceUuid(), HOUR))
                .isInstanceOf(WaitFailedException.class)
                .hasMessageContaining("does not run");
        assertThatThrownBy(() -> leases.adopt("nobody", HOUR)).isInstanceOf(InstanceNotFoundException.class);
        assertThat(account.instances()).containsExactlyInAnyOrder(there.instanceUuid(), down.instanceUuid());
        assertThat(account.requestCount("startInstance")).isZero();
    }

    @Test
    void waitForPendingCreationsBeforeTheyClose() throws InterruptedException {
        List<Leases> busy = new ArrayList<>();
        Thread close = new Thread(() -> busy.get(0).close());
        Runnable closeMeanwhile = () -> {
            close.start();
            while (close.isAlive()
                    && close.getState() != Thread.State.WAITING
                    && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        };
        busy.add(TestAccount.leases(account.clientThatAfter(ApiOperation.CREATE_INSTANCE_BY_POD, closeMeanwhile)));

        assertThatThrownBy(() -> busy.get(0).rent(PLAN)).isInstanceOf(RuntimeException.class);
        close.join();

        assertThat(account.requestCount("createInstanceByPod")).isEqualTo(1);
        assertThat(account.requestCount("destroyInstance")).isPositive();
        assertThat(account.instances()).isEmpty();
    }
}
