package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubCapacity;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Open leases when a program ends without closing them, in a separate JVM. */
class CloseOnExitTest {

    @RegisterExtension
    static final GpuCloudStubExtension STUB = InProcessStub.extension();

    /** Rents, and exits with the lease open. */
    static final class Forgetful {

        private Forgetful() {}

        public static void main(String[] arguments) {
            GpuCloudClient client = GpuCloudClient.forStub(arguments[0], arguments[1]);
            LeaseOptions defaults = LeaseOptions.defaults();
            Leases leases =
                    Leases.of(client, Boolean.parseBoolean(arguments[2]) ? defaults.withCloseOnExit() : defaults);
            System.out.println(leases.rent(TestAccount.PLAN).instanceUuid());
            System.exit(0);
        }
    }

    @Test
    void closesWhatIsOpenOnRequest(
            StubAccount stubAccount, StubClock clock, StubFaults faults, StubJournal journal, StubCapacity capacity)
            throws Exception {
        TestAccount account = TestAccount.of(stubAccount, clock, faults, journal, capacity);
        stubAccount.takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        String left = run(stubAccount, false);
        String closed = run(stubAccount, true);

        assertThat(account.instances()).containsExactly(left).doesNotContain(closed);
    }

    private static String run(StubAccount stubAccount, boolean closeOnExit) throws IOException, InterruptedException {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Forgetful.class.getName(),
                        stubAccount.baseUrl().toString(),
                        stubAccount.apiKey(),
                        String.valueOf(closeOnExit))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).isZero();
        return printed.strip();
    }
}
