package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.TimerNotConfirmedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import io.gpucloud.stub.GpuCloudStub;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Leases with services that contradict the assumptions about the unit of timers and the start of instances. */
class OtherAssumptionsTest {

    private static final LeaseOptions QUICK = LeaseOptions.builder()
            .withoutJournal()
            .window(Duration.ofSeconds(1))
            .interval(Duration.ofMillis(10))
            .clockTolerance(Duration.ofMinutes(2))
            .build();
    private static final String NO_BOOT = "stub.lifecycle.boot=0s";

    private static GpuCloudClient client(GpuCloudStub stub, ShutdownTimeUnit unit) {
        return GpuCloudClient.builder()
                .baseUrl(stub.baseUrl().toString())
                .apiKey("demo-key")
                .shutdownTimeUnit(unit)
                .build();
    }

    @Test
    void destroysAnInstanceThatAServiceWouldNeverStop() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.assumptions.timer-unit=minutes", NO_BOOT);
                GpuCloudClient client = client(stub, ShutdownTimeUnit.EPOCH_SECONDS)) {
            assertThatThrownBy(() -> Leases.of(client, QUICK).rent(PLAN))
                    .isInstanceOf(TimerNotConfirmedException.class)
                    .hasMessageMatching(".*the list shows enable=true, shutdown_time=\\d+ \\(5\\d{3}-.*")
                    .hasMessageContaining("the instance was destroyed");

            assertThat(client.instances().list()).isEmpty();
        }
    }

    @Test
    void confirmsTimersInMinutes() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.assumptions.timer-unit=minutes", NO_BOOT);
                GpuCloudClient client = client(stub, ShutdownTimeUnit.MINUTES);
                InstanceLease lease = Leases.of(client, QUICK).rent(PLAN)) {
            assertThat(lease.timerVerified()).isTrue();
            assertThat(lease.endsAt()).isEqualTo(listedEnd(client, lease));
        }
    }

    private static Instant listedEnd(GpuCloudClient client, InstanceLease lease) {
        return client.instances()
                .find(lease.instanceUuid())
                .map(Instance::shutdownRegular)
                .map(ShutdownRegular::shutdownTime)
                .orElseThrow();
    }

    @Test
    void destroysAnInstanceWhoseTimerInMinutesIsReadAsATimestamp() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.assumptions.timer-unit=epoch-seconds", NO_BOOT);
                GpuCloudClient client = client(stub, ShutdownTimeUnit.MINUTES)) {
            assertThatThrownBy(() -> Leases.of(client, QUICK).rent(PLAN)).isInstanceOf(BadRequestException.class);

            assertThat(client.instances().list()).isEmpty();
        }
    }

    @Test
    void startsInstancesThatDoNotStartByThemselves() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.start=explicit", NO_BOOT);
                GpuCloudClient client = client(stub, ShutdownTimeUnit.EPOCH_SECONDS)) {
            RentalPlan impatient =
                    PLAN.toBuilder().bootTimeout(Duration.ofSeconds(1)).build();

            assertThatThrownBy(() -> Leases.of(client, QUICK).rent(impatient)).isInstanceOf(WaitTimeoutException.class);
            assertThat(client.instances().list()).isEmpty();

            try (InstanceLease lease = Leases.of(
                            client, QUICK.toBuilder().startAfterCreate(true).build())
                    .rent(PLAN)) {
                assertThat(lease.timerVerified()).isTrue();
            }
            assertThat(client.instances().list()).isEmpty();
        }
    }
}
