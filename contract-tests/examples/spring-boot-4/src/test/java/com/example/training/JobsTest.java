package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.training.Jobs.Job;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

@ExtendWith(GpuCloudStubExtension.class)
class JobsTest {

    @Test
    void runOnWhileTheServiceIsRedeployed(StubAccount account, GpuCloudClient client, @TempDir Path journal) {
        Job job;
        try (ConfigurableApplicationContext service = start(account, journal)) {
            job = service.getBean(Jobs.class).start("job-5529");
        }
        assertThat(client.instances().get(job.instance()).isRunning()).isTrue();

        try (ConfigurableApplicationContext service = start(account, journal)) {
            Jobs jobs = service.getBean(Jobs.class);
            assertThat(jobs.running()).containsExactly(job);

            jobs.finish("job-5529");
        }
        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void raiseAnAlertIfTheMoneyLastsLessThanTwoDays(StubAccount account, @TempDir Path journal) {
        account.balance(new BigDecimal("100.00"));
        try (ConfigurableApplicationContext service = start(account, journal)) {
            HealthEndpoint health = service.getBean(HealthEndpoint.class);
            service.getBean(Jobs.class).start("job-5530");

            assertThat(health.healthForPath("gpuCloudCost").getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.healthForPath("gpuCloud").getStatus()).isEqualTo(Status.UP);
        }
    }

    /** Starts the service as in production, with the account of the test and without waits in real time. */
    private static ConfigurableApplicationContext start(StubAccount account, Path journal) {
        WaitTimer timer = account.client().timer();
        return new SpringApplicationBuilder(TrainingApplication.class)
                .initializers(
                        context -> ((GenericApplicationContext) context).registerBean(WaitTimer.class, () -> timer))
                .run(
                        "--server.port=0",
                        "--gpu-cloud.base-url=" + account.baseUrl(),
                        "--gpu-cloud.api-key=" + account.apiKey(),
                        "--gpu-cloud.leases.journal=" + journal);
    }
}
