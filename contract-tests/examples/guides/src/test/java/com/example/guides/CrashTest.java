package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The test of the guide "Test a crash". */
@ExtendWith(GpuCloudStubExtension.class)
class CrashTest {

    /** The process that is killed. It rents an instance, reports that, and then waits forever. */
    static class RentingProcess {

        public static void main(String[] arguments) throws InterruptedException {
            GpuCloudClient client = GpuCloudClient.builder()
                    .baseUrl(arguments[0])
                    .apiKey(arguments[1])
                    .build();
            Leases leases = Leases.of(client, NightlyTraining.options(Path.of(arguments[2])));
            leases.rent(RentalPlan.ofPod("pod-comfyui", Duration.ofHours(1)));
            System.out.println("rented");
            new CountDownLatch(1).await();
        }
    }

    @Test
    void nextStartDestroysTheInstanceOfAKilledProcess(StubAccount account, GpuCloudClient client, @TempDir Path journal)
            throws IOException, InterruptedException {
        account.takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO); // the process has no control over the clock
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RentingProcess.class.getName(),
                        account.baseUrl().toString(),
                        account.apiKey(),
                        journal.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.readLine()).isEqualTo("rented");
        } finally {
            process.destroyForcibly().waitFor(); // SIGKILL: no shutdown hook runs
        }
        assertThat(client.instances().list()).as("left by the killed process").hasSize(1);

        try (Leases leases = Leases.of(
                client,
                NightlyTraining.options(journal).toBuilder()
                        .recoverOnStart(false)
                        .build())) {
            leases.recover(found -> RecoveryDecision.DESTROY);
        }

        assertThat(client.instances().list()).isEmpty();
    }
}
