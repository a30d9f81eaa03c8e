package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.model.Bill;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Four programs rent in a loop with one journal and a spending limit, lose responses and are killed. The bills of the
 * stub, whose clock is 30 times as fast, must not exceed the limit. The number of rounds is the system property
 * {@code lease.spending}; {@code lease.seed} is the first round.
 */
@Tag("ci")
class SpendingProgramsTest {

    private static final int PROGRAMS = 4;
    private static final int KILLS = 4;
    private static final int MOST_LINES = 5;
    private static final double SPEED = 30;
    private static final BigDecimal LIMIT = BigDecimal.TEN;

    /** Two seconds of a busy machine are a minute of the stub. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    static LongStream rounds() {
        long first = Long.getLong("lease.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("lease.spending", 1));
    }

    private static LeaseOptions options(Path journal) {
        return KilledProgram.OPTIONS.toBuilder()
                .owner("spender")
                .ownerTitles(true)
                .clockTolerance(TOLERANCE)
                .journal(journal)
                .spendingLimit(LIMIT, Duration.ofDays(1))
                .build();
    }

    @ParameterizedTest
    @MethodSource("rounds")
    void spendAtMostTheLimit(long seed, @TempDir Path journal) throws Exception {
        Random random = new Random(seed);
        try (StubAccount account = InProcessStub.newAccount()) {
            account.takesTime(Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMinutes(1));
            faults(random).forEach(account.faults()::set);
            account.clock().speed(SPEED);
            List<Process> programs = new ArrayList<>();
            int rejections;
            try {
                for (int i = 0; i < PROGRAMS; i++) {
                    programs.add(start(account, journal));
                }
                rejections = killSome(programs, random, account, journal);
                for (Process program : programs) {
                    rejections += end(program);
                }
            } finally {
                programs.forEach(Process::destroyForcibly);
            }
            account.faults().clear();
            BigDecimal billed = settle(account, journal);

            System.out.printf("seed %d: billed %s of %s, %d rentals were rejected%n", seed, billed, LIMIT, rejections);
            assertThat(billed).isPositive().isLessThanOrEqualTo(LIMIT);
        }
    }

    private static Stream<StubFault> faults(Random random) {
        return Stream.of(
                StubFault.resetAfterEffect().on("createInstanceByPod").probability(0.1 * random.nextDouble()),
                StubFault.status(500).afterEffect().on("createInstanceByPod").probability(0.1 * random.nextDouble()),
                StubFault.status(429).on("createInstanceByPod").probability(0.2 * random.nextDouble()),
                StubFault.status(429).on("destroyInstance").probability(0.2 * random.nextDouble()),
                StubFault.status(500).on("setShutdownTimer").probability(0.1 * random.nextDouble()),
                StubFault.resetConnection().on("listInstances").probability(0.05 * random.nextDouble()));
    }

    private static Process start(StubAccount account, Path journal) throws IOException {
        return JavaProcess.start(Program.class, account.baseUrl(), account.apiKey(), journal);
    }

    /** Kills programs at random lines of their output, and starts others. Returns the number of rejected rentals. */
    private static int killSome(List<Process> programs, Random random, StubAccount account, Path journal)
            throws IOException, InterruptedException {
        int rejections = 0;
        for (int i = 0; i < KILLS; i++) {
            int next = random.nextInt(PROGRAMS);
            Process killed = programs.get(next);
            BufferedReader output = killed.inputReader(StandardCharsets.UTF_8);
            for (int lines = 1 + random.nextInt(MOST_LINES); lines > 0; lines--) {
                rejections += Program.LIMIT_REACHED.equals(Objects.requireNonNull(output.readLine())) ? 1 : 0;
            }
            killed.destroyForcibly().waitFor();
            programs.set(next, start(account, journal));
        }
        return rejections;
    }

    private static int end(Process program) throws IOException, InterruptedException {
        program.getOutputStream().close();
        try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
            int rejections =
                    (int) output.lines().filter(Program.LIMIT_REACHED::equals).count();
            assertThat(program.waitFor()).isZero();
            return rejections;
        }
    }

    /** Recovers what killed programs left. Returns the sum of all bills. */
    private static BigDecimal settle(StubAccount account, Path journal) {
        try (GpuCloudClient client = StubClient.of(account.baseUrl(), account.apiKey());
                Leases next = Leases.of(
                        client,
                        options(journal).toBuilder().recoverOnStart(false).build())) {
            next.recover(found -> RecoveryDecision.DESTROY);
            // A program names what it cannot prove to be its own, and its user destroys it. OrphansTest judges that.
            client.instances().list().forEach(left -> client.instances().destroy(left.instanceUuid()));
            return client.billing().bills().withPageSize(1000).stream()
                    .map(Bill::amount)
                    .map(Objects::requireNonNull)
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    /** Rents, extends and closes until its input ends. */
    static final class Program {

        static final String LIMIT_REACHED = "limit";

        private static final RentalPlan PLAN = RentalPlan.builder()
                .podUuid(TestAccount.POD)
                .maxLifetime(Duration.ofMinutes(30))
                .gpus(TestAccount.CHEAP)
                .gpuCount(4)
                .build();

        private Program() {}

        /** The arguments: address, API key, journal. */
        public static void main(String[] arguments) {
            try (GpuCloudClient client = StubClient.of(arguments[0], arguments[1]);
                    Leases leases = Leases.of(client, options(Path.of(arguments[2])))) {
                Thread input = new Thread(Program::readInput);
                input.setDaemon(true);
                input.start();
                while (input.isAlive()) {
                    System.out.println(rentOnce(leases));
                }
            }
        }

        private static void readInput() {
            try {
                System.in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException closed) {
                // The input has ended.
            }
        }

        private static String rentOnce(Leases leases) {
            try (InstanceLease lease = leases.rent(PLAN)) {
                lease.extend(Duration.ofMinutes(10));
                lease.awaitReachable(instance -> true, Duration.ofMinutes(1));
                return "rented";
            } catch (SpendingLimitException rejected) {
                return LIMIT_REACHED;
            } catch (GpuCloudException failure) {
                return "failed: " + failure.getMessage();
            }
        }
    }
}
