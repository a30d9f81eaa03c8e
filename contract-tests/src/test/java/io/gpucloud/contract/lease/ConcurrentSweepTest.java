package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.SweepPreview;
import io.gpucloud.client.lease.SweepReport;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.Poll;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.testing.StubAccount;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two processes that rent in one account and sweep it at the same time. The number of rounds is the system property
 * {@code lease.sweeps}.
 */
@Tag("ci")
class ConcurrentSweepTest extends LeaseTestBase {

    private static final int ROUNDS = Integer.getInteger("lease.sweeps", 2);
    private static final int LEASES_OF_EACH = 30;
    private static final String RENTED = "rented";
    private static final SweepCriteria OLD = SweepCriteria.olderThan(Duration.ofMillis(1));

    /** Rents, sweeps a given number of times, and is killed with all leases open. */
    static final class Sweeping {

        private Sweeping() {}

        public static void main(String[] arguments) throws IOException {
            GpuCloudClient client = StubClient.of(arguments[0], arguments[1]);
            LeaseOptions defaults = LeaseOptions.builder().withoutJournal().build();
            Leases leases = Leases.of(
                    client,
                    arguments[2].isEmpty()
                            ? defaults
                            : defaults.toBuilder().owner(arguments[2]).build());
            List<CompletableFuture<InstanceLease>> rented = Stream.generate(() -> leases.rentAsync(TestAccount.PLAN))
                    .limit(LEASES_OF_EACH)
                    .toList();
            rented.forEach(CompletableFuture::join);
            System.out.println(RENTED);
            while (System.in.read() == '\n') {
                SweepPreview preview = leases.sweep(OLD);
                SweepReport report = preview.destroy();
                System.out.println(preview.found().size() + " found, "
                        + preview.skipped().size() + " skipped, "
                        + report.destroyed().size() + " destroyed");
            }
            Runtime.getRuntime().halt(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nightly"})
    void destroysNoneOfTheLeasesOfTwoProcesses(String owner) throws Exception {
        account.stubAccount().takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);
        List<String> reports = new ArrayList<>();
        Process one = start(owner);
        Process other = start(owner);
        try (BufferedReader first = one.inputReader(StandardCharsets.UTF_8);
                BufferedReader second = other.inputReader(StandardCharsets.UTF_8)) {
            assertThat(first.readLine()).isEqualTo(RENTED);
            assertThat(second.readLine()).isEqualTo(RENTED);
            account.time().pass(Duration.ofSeconds(1));
            for (int i = 0; i < ROUNDS; i++) {
                sweep(one);
                sweep(other);
                reports.add(first.readLine());
                reports.add(second.readLine());
            }
        } finally {
            one.destroyForcibly().waitFor();
            other.destroyForcibly().waitFor();
        }

        int destroyed = account.journal().requests("destroyInstance").size();
        System.out.printf(
                "owner '%s', %d double sweeps of %d leases: %d destroyed%n",
                owner, ROUNDS, 2 * LEASES_OF_EACH, destroyed);
        assertThat(destroyed).isZero();
        assertThat(reports).hasSize(2 * ROUNDS).containsOnly("0 found, 60 skipped, 0 destroyed");
    }

    private static void sweep(Process process) throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    @Test
    void findsTheBootingInstanceOfAKilledProcess() throws Exception {
        account.stubAccount().takesTime(Duration.ofHours(1), Duration.ZERO, Duration.ZERO);
        Process killed = start("nightly");
        Poll.until(() -> account.requestCount("updateInstanceTitle") >= LEASES_OF_EACH, () -> !killed.isAlive());
        killed.destroyForcibly().waitFor();
        account.time().pass(Duration.ofMinutes(40));

        Leases next = Leases.of(
                account.client(),
                LeaseOptions.builder().withoutJournal().owner("nightly").build());
        SweepReport report =
                next.sweep(SweepCriteria.olderThan(Duration.ofMinutes(40))).destroy();

        assertThat(report.destroyed()).hasSize(LEASES_OF_EACH);
        assertThat(account.instances()).isEmpty();
    }

    private Process start(String owner) throws IOException {
        StubAccount stub = account.stubAccount();
        return JavaProcess.start(Sweeping.class, stub.baseUrl(), stub.apiKey(), owner);
    }
}
