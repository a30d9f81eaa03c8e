package io.gpucloud.client.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseMetricsTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final TestTime time = new TestTime();
    private final AccountService account = new AccountService(time);

    @Test
    void showWhatIsLeasedAndWhatIsInDoubt() {
        RentalPlan plan = RentalPlan.ofPod("pod", Duration.ofHours(1));
        try (FaultServer server = new FaultServer(account::reply);
                GpuCloudClient client = TestClients.connect(server, time);
                Leases leases = Leases.of(client)) {
            new LeaseMetrics(leases).bindTo(registry);
            leases.rent(plan);
            account.failingAfterEffect("create_by_pod", 1, Reply.reset());
            assertThatThrownBy(() -> leases.rent(plan)).isInstanceOf(CreationOutcomeUnknownException.class);
            int requests = server.requests();

            assertThat(registry.get("gpucloud.leases.open").gauge().value()).isEqualTo(1);
            assertThat(registry.get("gpucloud.leases.hourly").gauge().value()).isEqualTo(1);
            assertThat(count("in.doubt")).isEqualTo(1);
            assertThat(count("not.destroyed")).isZero();
            assertThat(count("recovered")).isZero();
            assertThat(server.requests()).isEqualTo(requests);
        }
    }

    private double count(String name) {
        return registry.get("gpucloud.leases." + name).functionCounter().count();
    }
}
