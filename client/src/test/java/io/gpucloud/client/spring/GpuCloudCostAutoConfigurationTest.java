package io.gpucloud.client.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.micrometer.CostMetrics;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class GpuCloudCostAutoConfigurationTest {

    private static final String INDICATOR = "gpuCloudCostHealthIndicator";

    private final AccountService account = new AccountService(new TestTime()).withPod();

    @AutoClose
    private final FaultServer server = new FaultServer(account::reply);

    private final ApplicationContextRunner configured = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(GpuCloudAutoConfiguration.class, GpuCloudCostAutoConfiguration.class))
            .withPropertyValues("gpu-cloud.base-url=" + server.url(), "gpu-cloud.api-key=a-key");
    private final ApplicationContextRunner watching =
            configured.withPropertyValues("gpu-cloud.cost-watch.enabled=true");

    private void seen(ApplicationContextRunner runner, Status status) {
        runner.run(context -> assertThat(
                        context.getBean(INDICATOR, HealthIndicator.class).health())
                .extracting(Health::getStatus)
                .isEqualTo(status));
    }

    @Test
    void watchesNothingByDefault() {
        configured.run(context -> assertThat(context)
                .hasSingleBean(GpuCloudClient.class)
                .doesNotHaveBean(CostWatch.class)
                .doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void watchesNothingWithoutAPrimaryClient() {
        watching.withBean("one", GpuCloudClient.class, () -> TestClients.connect(server))
                .withBean("another", GpuCloudClient.class, () -> TestClients.connect(server))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(CostWatch.class));
    }

    /** An instance costs 2.5 per hour. With 42 it can run for less than 17 hours. */
    @BeforeEach
    void createInstance() {
        account.foreign("");
    }

    @Test
    void isDownIfTheFundsLastTooShort() {
        seen(watching, Status.DOWN);
        seen(watching.withPropertyValues("gpu-cloud.cost-watch.min-time-left=16h"), Status.UP);
    }

    @Test
    void isUnknownIfAPriceIsUnknown() {
        server.respond(this::replyWithAnUnpricedInstance);
        seen(watching, Status.DOWN);
        watching.withPropertyValues("gpu-cloud.cost-watch.min-time-left=16h")
                .run(context -> assertThat(context.getBean(INDICATOR, HealthIndicator.class)
                                .health())
                        .satisfies(health -> assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN))
                        .extracting(Health::getDetails, InstanceOfAssertFactories.MAP)
                        .containsEntry("unpriced", List.of("odd")));
    }

    /** Another instance runs on a model that is not listed. */
    private Reply replyWithAnUnpricedInstance(ReceivedRequest request) {
        return request.operation().equals("GET /instance/list")
                ? Reply.data("{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":2,\"title\":\"\","
                        + "\"gpu_uuid\":\"gpu\",\"gpu_nums\":2},{\"instance_uuid\":\"odd\",\"status\":2,"
                        + "\"title\":\"\",\"gpu_uuid\":\"gone\",\"gpu_nums\":1}]}")
                : account.reply(request);
    }

    @Test
    void isUnknownWhenTheServiceFails() {
        server.reply(Reply.html(503));
        seen(watching, Status.UNKNOWN);

        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void hasGaugesWithMicrometer() {
        watching.run(context -> assertThat(context).hasSingleBean(CostMetrics.class));
        watching.withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(CostWatch.class)
                        .doesNotHaveBean(CostMetrics.class));
    }

    @Test
    void startsWithoutTheHealthModule() {
        watching.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(CostWatch.class));
    }
}
