package com.example.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.jobs.Job.State;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubAccount;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(GpuCloudStubExtension.class)
class JobsTest {

    /** Long enough for a busy machine. */
    private static final Duration STUCK = Duration.ofMinutes(5);

    private static void awaitState(Replica replica, String id, State state) {
        await().atMost(STUCK).untilAsserted(() -> assertThat(replica.state(id)).isEqualTo(state));
    }

    private static boolean isRequested(StubAccount account, String operation) {
        return !account.journal().requests(operation).isEmpty();
    }

    private static String onlyInstance(GpuCloudClient client) {
        List<Instance> instances = client.instances().list();
        assertThat(instances).hasSize(1);
        return instances.get(0).instanceUuid();
    }

    @Test
    void runAndEnd(StubAccount account, GpuCloudClient client, @TempDir Path folder) {
        try (Replica service = Replica.start(account, folder)) {
            service.submit("job-1");
            awaitState(service, "job-1", State.RUNNING);
            assertThat(client.instances().get(service.job("job-1").instance()).isRunning())
                    .isTrue();

            service.jobs().end("job-1");
            awaitState(service, "job-1", State.ENDED);
        }
        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void runOnceAlsoIfTwoReplicasGetThem(StubAccount account, GpuCloudClient client, @TempDir Path folder) {
        try (Replica first = Replica.start(account, folder);
                Replica second = Replica.start(account, folder)) {
            first.submit("job-2");
            second.submit("job-2");
            awaitState(first, "job-2", State.RUNNING);

            second.submit("job-2");
            second.context().getBean(JobRunner.class).work();
            assertThat(second.job("job-2").instance()).isEqualTo(onlyInstance(client));
            second.jobs().end("job-2");
            awaitState(first, "job-2", State.ENDED);
        }
        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void runOnWhileTheServiceIsRedeployed(StubAccount account, GpuCloudClient client, @TempDir Path folder) {
        Job job;
        try (Replica service = Replica.start(account, folder)) {
            service.submit("job-3");
            awaitState(service, "job-3", State.RUNNING);
            job = service.job("job-3");
        }
        try (Replica service = Replica.start(account, folder)) {
            service.context().getBean(JobRunner.class).work();
            assertThat(service.job("job-3")).isEqualTo(job);
            assertThat(client.instances().get(job.instance()).isRunning()).isTrue();
        }
    }

    @Test
    void goOnIfTheServiceStopsDuringTheBoot(StubAccount account, GpuCloudClient client, @TempDir Path folder) {
        try (Replica service = Replica.start(account, folder)) {
            account.clock().manual();
            service.submit("job-4");
            await().atMost(STUCK).until(() -> isRequested(account, Operations.UPDATE_INSTANCE_TITLE));
        }
        account.clock().unfreeze();
        String booting = onlyInstance(client);

        try (Replica service = Replica.start(account, folder)) {
            awaitState(service, "job-4", State.RUNNING);
            assertThat(service.job("job-4").instance()).isEqualTo(booting);
        }
    }

    @Test
    void goOnIfTheServiceIsKilledDuringTheBoot(StubAccount account, GpuCloudClient client, @TempDir Path folder)
            throws Exception {
        account.clock().freeze();
        // H2 waits for a killed process that has opened the table first.
        try (Connection first = DriverManager.getConnection(Replica.table(folder))) {
            Process killed = Replica.startProcess(account, folder);
            try {
                await().atMost(STUCK).until(() -> isRequested(account, Operations.UPDATE_INSTANCE_TITLE));
            } finally {
                killed.destroyForcibly().waitFor();
            }
            String booting = onlyInstance(client);
            try (Replica service = Replica.start(account, folder)) {
                awaitState(service, "job-10", State.RUNNING);
                assertThat(service.job("job-10").instance()).isEqualTo(booting);
            }
        }
    }

    @Test
    void areNotBootedIfTheyAreEnded(StubAccount account, GpuCloudClient client, @TempDir Path folder) {
        account.takesTime(Duration.ofMinutes(30), Duration.ZERO, Duration.ZERO);
        try (Replica service = Replica.start(account, folder)) {
            account.clock().manual();
            Instant begin = account.clock().now();
            service.submit("job-9");
            await().atMost(STUCK).until(() -> client.instances().list().size() == 1);
            service.jobs().end("job-9");
            account.clock().unfreeze();

            awaitState(service, "job-9", State.ENDED);
            assertThat(account.clock().now()).isBefore(begin.plus(Duration.ofMinutes(30)));
        }
        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void areLostIfSomebodyDestroysTheirInstance(StubAccount account, GpuCloudClient client, @TempDir Path folder)
            throws InterruptedException {
        try (Replica service = Replica.start(account, folder)) {
            service.submit("job-5");
            awaitState(service, "job-5", State.RUNNING);
            client.instances().destroy(service.job("job-5").instance());
            client.timer().sleep(Duration.ofMinutes(5));
            awaitState(service, "job-5", State.LOST);

            service.submit("job-5");
            awaitState(service, "job-5", State.RUNNING);
        }
    }

    @Test
    void waitForALimit(StubAccount account, @TempDir Path folder) {
        try (Replica service = Replica.start(account, folder, "--gpu-cloud.leases.max-open-leases=1")) {
            service.submit("job-6");
            awaitState(service, "job-6", State.RUNNING);
            service.submit("job-7");
            await().atMost(STUCK)
                    .untilAsserted(
                            () -> assertThat(service.job("job-7").message()).contains("maxOpenLeases"));
            assertThat(service.state("job-7")).isEqualTo(State.QUEUED);

            service.jobs().end("job-6");
            awaitState(service, "job-7", State.RUNNING);
        }
    }

    @Test
    void runOnIfTheServiceStartsDuringAnOutage(StubAccount account, GpuCloudClient client, @TempDir Path folder)
            throws InterruptedException {
        try (Replica service = Replica.start(account, folder)) {
            service.submit("job-8");
            awaitState(service, "job-8", State.RUNNING);
        }
        account.faults().outage();
        try (Replica service = Replica.start(account, folder)) {
            service.context().getBean(JobRunner.class).work();
            assertThat(service.state("job-8")).isEqualTo(State.RUNNING);

            account.faults().clear();
            client.timer().sleep(Duration.ofMinutes(2));
            service.jobs().end("job-8");
            awaitState(service, "job-8", State.ENDED);
        }
    }

    @Test
    void aFailureOfTheServiceIsAProblemDetail(StubAccount account, @TempDir Path folder) throws Exception {
        try (Replica service = Replica.start(account, folder)) {
            assertThat(service.get("/gpus").body()).contains("gpu-rtx-4090");
            account.faults().outage();

            HttpResponse<String> failed = service.get("/gpus");

            assertThat(failed.statusCode()).isEqualTo(502);
            assertThat(failed.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(failed.body()).contains("\"error\":\"server\"", "\"may_have_taken_effect\":false");
        }
    }
}
