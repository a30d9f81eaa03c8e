package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.training.Jobs.Job;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    /** Long enough for a busy machine. */
    private static final Duration STUCK = Duration.ofMinutes(5);

    /** Replicas share the account, so none of them is its only user. */
    private static final String[] REPLICA = {"--gpu-cloud.leases.account-use=owner-titles"};

    @Test
    void runOnWhileTheServiceIsRedeployed(StubAccount account, GpuCloudClient client, @TempDir Path journal) {
        Job job;
        try (ConfigurableApplicationContext service = start(account, journal)) {
            job = run(service, "job-5529");
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
            run(service, "job-5530");

            assertThat(health.healthForPath("gpuCloudCost").getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.healthForPath("gpuCloud").getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void comeBackAfterAnOutageAtTheStart(StubAccount account, GpuCloudClient client, @TempDir Path journal)
            throws InterruptedException {
        Job job;
        try (ConfigurableApplicationContext service = start(account, journal)) {
            job = run(service, "job-5531");
        }
        account.faults().outage();

        try (ConfigurableApplicationContext service = start(account, journal)) {
            Jobs jobs = service.getBean(Jobs.class);
            assertThat(jobs.running()).isEmpty();
            assertThat(service.getBean(HealthEndpoint.class)
                            .healthForPath("gpuCloudLeases")
                            .getStatus())
                    .isEqualTo(Status.DOWN);

            account.faults().clear();
            client.timer().sleep(Duration.ofMinutes(2));
            await().atMost(STUCK).untilAsserted(() -> assertThat(jobs.running()).containsExactly(job));
        }
    }

    @Test
    void runOnInAnotherReplica(StubAccount account, GpuCloudClient client, @TempDir Path journal)
            throws InterruptedException {
        try (ConfigurableApplicationContext first = start(account, journal, REPLICA);
                ConfigurableApplicationContext second = start(account, journal, REPLICA)) {
            Job job = run(first, "job-5532");
            first.close();

            client.timer().sleep(Duration.ofMinutes(1));
            Jobs jobs = second.getBean(Jobs.class);
            await().atMost(STUCK).untilAsserted(() -> assertThat(jobs.running()).containsExactly(job));
        }
    }

    /** Starts a job, and waits until it runs. */
    private static Job run(ConfigurableApplicationContext service, String name) {
        Jobs jobs = service.getBean(Jobs.class);
        jobs.start(name);
        await().atMost(STUCK).until(() -> !jobs.running().isEmpty());
        return jobs.running().get(0);
    }

    /** Starts the service as in production, with the account of the test and without waits in real time. */
    private static ConfigurableApplicationContext start(StubAccount account, Path journal, String... more) {
        WaitTimer timer = account.client().timer();
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--server.port=0");
        arguments.add("--gpu-cloud.base-url=" + account.baseUrl());
        arguments.add("--gpu-cloud.api-key=" + account.apiKey());
        arguments.add("--gpu-cloud.leases.journal=" + journal);
        return new SpringApplicationBuilder(TrainingApplication.class)
                .initializers(
                        context -> ((GenericApplicationContext) context).registerBean(WaitTimer.class, () -> timer))
                .run(arguments.toArray(String[]::new));
    }
}
