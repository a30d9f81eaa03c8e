package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.testing.Operations;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program with the options of {@code Leases.of(client)}, in a JVM of its own that ends while its instance boots. */
class SafeDefaultsTest extends LeaseTestBase {

    @TempDir
    private Path stateHome;

    @BeforeEach
    void bootForLong() {
        account.stubAccount().takesTime(Duration.ofHours(1), Duration.ZERO, Duration.ZERO);
    }

    /** Rents as the README does, and ends when its input closes. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            LeaseOptions defaults = LeaseOptions.defaults().toBuilder()
                    .listener(event -> System.out.println(event.type()))
                    .build();
            try (GpuCloudClient client = StubClient.of(arguments[0], arguments[1]);
                    Leases leases = Leases.of(client, defaults);
                    InstanceLease lease = leases.rent(TestAccount.PLAN)) {
                System.out.println(lease.instanceUuid());
                while (System.in.read() >= 0) {
                    // The test reads the account.
                }
            }
        }
    }

    private Process start() throws IOException {
        ProcessBuilder program = JavaProcess.prepare(
                List.of(),
                Program.class,
                account.stubAccount().baseUrl(),
                account.stubAccount().apiKey());
        program.environment().put("XDG_STATE_HOME", stateHome.toString());
        return program.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Reads the output of a program until it names an event. */
    private static BufferedReader await(Process program, String event) throws IOException {
        BufferedReader output = program.inputReader(StandardCharsets.UTF_8);
        String line = "";
        while (!event.equals(line)) {
            line = output.readLine();
            assertThat(line).as("the program ended before %s", event).isNotNull();
        }
        return output;
    }

    @Test
    void leavesNothingAfterASignal() throws Exception {
        Process program = start();
        BufferedReader output = await(program, "BOOTING");
        assertThat(account.listed()).hasSize(1);

        program.toHandle().destroy();
        output.lines().forEach(rest -> {});
        program.waitFor();

        assertThat(account.listed()).isEmpty();
    }

    @Test
    void itsNextStartDestroysWhatAKilledOneLeft() throws Exception {
        Process killed = start();
        await(killed, "BOOTING");
        killed.destroyForcibly().waitFor();
        List<String> left = account.listed();
        assertThat(left).hasSize(1);

        account.stubAccount().takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);
        Process next = start();
        String rented = await(next, "RUNNING").readLine();
        account.journal().awaitRequest(Operations.DESTROY_INSTANCE, Duration.ofSeconds(30));
        next.getOutputStream().close();

        assertThat(next.waitFor()).isZero();
        assertThat(rented).isNotIn(left);
        assertThat(account.listed()).isEmpty();
    }
}
