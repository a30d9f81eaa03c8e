package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.testing.StubAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Open leases when a program ends without closing them, in a separate JVM. */
class CloseOnExitTest extends LeaseTestBase {

    /** Rents, and exits with the lease open. */
    static final class Forgetful {

        private Forgetful() {}

        public static void main(String[] arguments) {
            GpuCloudClient client = StubClient.of(arguments[0], arguments[1]);
            LeaseOptions defaults = LeaseOptions.defaults();
            Leases leases = Leases.of(
                    client,
                    Boolean.parseBoolean(arguments[2])
                            ? defaults.toBuilder().closeOnExit(true).build()
                            : defaults);
            System.out.println(leases.rent(TestAccount.PLAN).instanceUuid());
            System.exit(0);
        }
    }

    @Test
    void closesWhatIsOpenOnRequest() throws Exception {
        account.stubAccount().takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        String left = run(false);
        String closed = run(true);

        assertThat(account.instances()).containsExactly(left).doesNotContain(closed);
    }

    private String run(boolean closeOnExit) throws IOException, InterruptedException {
        StubAccount stub = account.stubAccount();
        Process java = JavaProcess.start(Forgetful.class, stub.baseUrl(), stub.apiKey(), closeOnExit);
        String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).isZero();
        return printed.strip();
    }
}
