package io.gpucloud.contract.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.testing.StubAccount;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Open leases when a program ends without closing them, in a separate JVM. */
class CloseOnExitTest extends LeaseTestBase {

    /** Rents without {@code closeOnExit} and with default options, and exits with both leases open. */
    static final class Forgetful {

        private Forgetful() {}

        public static void main(String[] arguments) {
            GpuCloudClient client = StubClient.of(arguments[0], arguments[1]);
            LeaseOptions open =
                    LeaseOptions.builder().withoutJournal().closeOnExit(false).build();
            for (LeaseOptions options :
                    List.of(open, LeaseOptions.builder().withoutJournal().build())) {
                System.out.println(
                        Leases.of(client, options).rent(TestAccount.PLAN).instanceUuid());
            }
            System.exit(0);
        }
    }

    @Test
    void closesWhatIsOpenUnlessToldOtherwise() throws Exception {
        StubAccount stub = account.stubAccount();
        stub.takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        Process java = JavaProcess.start(Forgetful.class, stub.baseUrl(), stub.apiKey());
        List<String> rented = java.inputReader(UTF_8).lines().toList();

        assertThat(java.waitFor()).isZero();
        assertThat(rented).hasSize(2);
        assertThat(account.instances()).containsExactly(rented.get(0));
    }
}
