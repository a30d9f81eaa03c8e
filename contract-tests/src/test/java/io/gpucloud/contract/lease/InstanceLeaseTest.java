package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.HOUR;
import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.model.Instance;
import io.gpucloud.testing.StubFault;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InstanceLeaseTest extends LeaseTestBase {

    private Leases leases;

    @BeforeEach
    void begin() {
        leases = account.leases();
    }

    @Test
    void rentsARunningInstanceAndDestroysIt() {
        try (InstanceLease lease = leases.rent(PLAN)) {
            assertThat(lease.instance().status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(leases.openLeases()).containsExactly(lease);
        }

        assertThat(account.instances()).isEmpty();
        assertThat(leases.openLeases()).isEmpty();
        assertThat(account.requestCount("createInstanceByPod")).isEqualTo(1);
    }

    @Test
    void setsTheShutdownTimerAsSoonAsTheInstanceRuns() {
        try (InstanceLease lease = leases.rent(PLAN)) {
            assertThat(lease.endsAt()).isEqualTo(account.time().now().plus(HOUR));

            account.time().pass(HOUR);

            assertThat(status(lease)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
        }
    }

    @Test
    void keepsItsEndIfItCannotBeExtended() {
        try (InstanceLease lease = leases.rent(PLAN)) {
            account.faults().set(StubFault.code(-1, "no").on("setShutdownTimer").times(1));

            assertThatThrownBy(() -> lease.extend(HOUR)).isInstanceOf(OperationFailedException.class);
            assertThatThrownBy(() -> lease.extend(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
            assertThat(lease.endsAt()).isEqualTo(account.time().now().plus(HOUR));
        }
    }

    private InstanceStatus status(InstanceLease lease) {
        return account.client()
                .instances()
                .find(lease.instanceUuid())
                .map(Instance::status)
                .orElseThrow();
    }

    @Test
    void waitsUntilAProbeSucceeds() {
        account.faults().set(StubFault.noServerUrl(Duration.ofSeconds(90)));
        try (InstanceLease lease = leases.rent(PLAN)) {
            Instance reached = lease.awaitReachable(instance -> true, HOUR);

            assertThat(reached.serverUrls())
                    .isNotEmpty()
                    .isEqualTo(lease.instance().serverUrls());
        }
        assertThat(account.time().passed()).isGreaterThan(Duration.ofSeconds(90));
    }

    @Test
    void destroysAnInstanceWhoseProbeTimesOut() {
        InstanceLease lease = leases.rent(PLAN);

        assertThatThrownBy(() -> lease.awaitReachable(instance -> false, Duration.ofMinutes(1)))
                .isInstanceOf(WaitTimeoutException.class);

        assertThat(account.instances()).isEmpty();
        assertThatThrownBy(() -> lease.extend(HOUR)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void destroysAnInstanceWhoseProbeFails() {
        InstanceLease lease = leases.rent(PLAN);
        IllegalStateException broken = new IllegalStateException("the probe is broken");

        assertThatThrownBy(() -> lease.awaitReachable(
                        instance -> {
                            throw broken;
                        },
                        HOUR))
                .isSameAs(broken);

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void destroysAnInstanceThatNeverBoots() {
        account.faults().set(StubFault.neverBoot());

        assertThatThrownBy(() -> leases.rent(
                        PLAN.toBuilder().bootTimeout(Duration.ofMinutes(3)).build()))
                .isInstanceOf(WaitTimeoutException.class)
                .hasMessageContaining("was not running");

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void destroysAnInstanceThatFailsToBoot() {
        account.faults().set(StubFault.bootFails());

        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(WaitFailedException.class);

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void reportsTheInstanceThatItCouldNotDestroyAfterAFailedWait() {
        account.faults().set(StubFault.neverBoot());
        account.faults().set(StubFault.refuseDestroy());

        WaitTimeoutException failure = catchThrowableOfType(
                WaitTimeoutException.class,
                () -> leases.rent(
                        PLAN.toBuilder().bootTimeout(Duration.ofMinutes(1)).build()));

        assertThat(failure.getSuppressed())
                .singleElement()
                .isInstanceOfSatisfying(
                        InstanceNotDestroyedException.class,
                        left -> assertThat(account.instances()).containsExactly(left.instanceUuid()));
        assertThat(leases.openLeases()).isEmpty();
        assertThatThrownBy(leases::close).isInstanceOf(InstanceNotDestroyedException.class);
    }

    @Test
    void reportsAtOnceThatAClosedClientCannotDestroy() {
        InstanceLease lease = leases.rent(PLAN);
        Duration begun = account.time().passed();
        account.client().close();

        assertThatThrownBy(lease::close)
                .isInstanceOf(InstanceNotDestroyedException.class)
                .hasMessageContaining(lease.instanceUuid())
                .hasSuppressedException(new IllegalStateException("the client was closed"));

        assertThat(account.time().passed()).isEqualTo(begun);
    }

    @Test
    void destroysOnceAndAgainOnlyAfterAFailure() {
        InstanceLease lease = leases.rent(PLAN);
        String fault = account.faults().set(StubFault.refuseDestroy());
        assertThatThrownBy(lease::close)
                .isInstanceOf(InstanceNotDestroyedException.class)
                .hasMessageContaining(lease.instanceUuid());
        account.faults().remove(fault);
        int refused = account.requestCount("destroyInstance");

        lease.close();
        lease.close();

        assertThat(account.instances()).isEmpty();
        assertThat(account.requestCount("destroyInstance")).isEqualTo(refused + 2);
    }

    @Test
    void leavesAKeptInstanceToTheCaller() {
        Instance kept;
        try (InstanceLease lease = leases.rent(PLAN)) {
            kept = lease.keep();
            assertThatThrownBy(() -> lease.extend(HOUR)).isInstanceOf(IllegalStateException.class);
        }
        leases.close();

        assertThat(account.instances()).containsExactly(kept.instanceUuid());
    }

    @Test
    void destroysTheInstanceThatAnInterruptedThreadWaitedFor() {
        InstanceLease lease = leases.rent(PLAN);

        assertThatThrownBy(() -> lease.awaitReachable(
                        instance -> {
                            Thread.currentThread().interrupt();
                            return false;
                        },
                        HOUR))
                .isInstanceOf(WaitFailedException.class)
                .hasMessageContaining("interrupted");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(account.instances()).isEmpty();
    }
}
