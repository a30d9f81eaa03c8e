package io.gpucloud.client.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TestTime time = new TestTime();

    private final AccountService account = new AccountService(time).withPod();

    @AutoClose
    private final FaultServer server = new FaultServer(account::reply);

    /** Its executor runs each call at once. */
    @AutoClose
    private final GpuCloudClient client =
            TestClients.builder(server, time).executor(Runnable::run).build();

    /** An instance costs 2.5 per hour. */
    private void bind(GpuCloudClient client) {
        account.foreign("");
        new CostMetrics(new CostWatch(client), Duration.ofMinutes(1)).bindTo(registry);
    }

    @Test
    void showCostAndFundsAndCallTheServiceOnceAMinute() throws InterruptedException {
        bind(client);

        assertThat(gauge("gpucloud.cost.instances")).isEqualTo(1);
        assertThat(gauge("gpucloud.cost.hourly.at.most")).isEqualTo(2.5);
        assertThat(gauge("gpucloud.cost.hourly.billed")).as("without the pod").isEqualTo(1);
        assertThat(gauge("gpucloud.cost.funds")).isEqualTo(42);
        assertThat(registry.get("gpucloud.cost.time.left").timeGauge().value(TimeUnit.MINUTES))
                .isEqualTo(1_008);
        assertThat(looks()).isEqualTo(1);

        time.sleep(Duration.ofSeconds(61));

        assertThat(gauge("gpucloud.cost.hourly.at.most")).isEqualTo(2.5);
        assertThat(gauge("gpucloud.cost.funds")).isEqualTo(42);
        assertThat(looks()).isEqualTo(2);
    }

    @Test
    void showNoTimeLeftIfAPriceIsUnknown() {
        account.failing("gpu/list", 1, Reply.data("{\"gpu_list\":[],\"total\":0}"));
        bind(client);

        assertThat(gauge("gpucloud.cost.instances")).isEqualTo(1);
        assertThat(gauge("gpucloud.cost.time.left")).isNaN();
    }

    @Test
    void areNaNIfTheServiceFails() {
        server.reply(Reply.json(403, "{\"code\":1,\"msg\":\"no\"}"));
        bind(client);

        assertThat(gauge("gpucloud.cost.hourly.at.most")).isNaN();
        assertThat(gauge("gpucloud.cost.funds")).isNaN();
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void doNotWaitForTheService() {
        List<Runnable> later = new ArrayList<>();
        try (GpuCloudClient client =
                TestClients.builder(server, time).executor(later::add).build()) {
            bind(client);

            assertThat(gauge("gpucloud.cost.hourly.at.most")).isNaN();
            assertThat(gauge("gpucloud.cost.funds")).isNaN();
            assertThat(server.requests()).isZero();
            assertThat(later).hasSize(1);
            later.forEach(Runnable::run);
            assertThat(gauge("gpucloud.cost.hourly.at.most")).isEqualTo(2.5);
        }
    }

    @Test
    void showOpenLeasesAndUnknownOutcomes() {
        RentalPlan plan = RentalPlan.ofPod("pod", Duration.ofHours(1));
        try (Leases leases = TestClients.leases(client)) {
            new LeaseMetrics(leases).bindTo(registry);
            leases.rent(plan);
            account.failingAfterEffect("create_by_pod", 1, Reply.reset());
            assertThatThrownBy(() -> leases.rent(plan)).isInstanceOf(CreationOutcomeUnknownException.class);
            int requests = server.requests();

            assertThat(registry.get("gpucloud.leases.open").gauge().value()).isEqualTo(1);
            assertThat(gauge("gpucloud.leases.hourly.at.most")).isEqualTo(2.5);
            assertThat(gauge("gpucloud.leases.hourly.billed")).isEqualTo(1);
            assertThat(gauge("gpucloud.leases.waiting")).isZero();
            assertThat(count("in.doubt")).isEqualTo(1);
            assertThat(count("not.destroyed")).isZero();
            assertThat(count("recovered")).isZero();
            assertThat(count("lost")).isZero();
            assertThat(count("renewal.failures")).isZero();
            assertThat(server.requests()).isEqualTo(requests);
        }
    }

    private long looks() {
        return server.received().stream()
                .filter(request -> request.operation().equals("GET /balance/info"))
                .count();
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    private double count(String name) {
        return registry.get("gpucloud.leases." + name).functionCounter().count();
    }
}
