package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.model.Bill;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFault;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Four programs with one journal and a limit for each day rent in a loop for 30 hours, lose responses and are killed.
 * The bills of each 24 hours must not exceed the limit. The number of rounds is the system property
 * {@code lease.spending}; {@code lease.seed} is the first round.
 */
@Tag("ci")
class SpendingProgramsTest {

    private static final int PROGRAMS = 4;
    private static final int MOST_KILLS = 1;
    private static final int MOST_LINES = 40;
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration LENGTH = Duration.ofHours(30);
    private static final BigDecimal LIMIT = BigDecimal.TEN;

    /** Lost responses and killed programs block money that is never billed. */
    private static final BigDecimal LEAST = BigDecimal.valueOf(5);

    private final List<Bill> bills = new ArrayList<>();

    static LongStream rounds() {
        long first = Long.getLong("lease.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("lease.spending", 1));
    }

    private static LeaseOptions.Builder options(Path journal) {
        return LeaseOptions.builder()
                .owner("spender")
                .accountUse(AccountUse.OWNER_TITLES)
                .journal(journal)
                .recoverOnStart(false)
                .watchInterval(Duration.ZERO)
                .interval(Duration.ofSeconds(15))
                .spendingLimit(LIMIT, DAY);
    }

    @ParameterizedTest
    @MethodSource("rounds")
    void spendAtMostTheLimit(long seed, @TempDir Path journal) throws Exception {
        Random random = new Random(seed);
        try (StubAccount account = InProcessStub.newAccount()) {
            account.takesTime(Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMinutes(1));
            faults(random).forEach(account.faults()::set);
            Instant end = account.clock().now().plus(LENGTH);
            List<CompletableFuture<Integer>> runs = new ArrayList<>();
            for (SharedClock.Program program : new SharedClock(account.clock(), PROGRAMS).programs()) {
                Random own = new Random(random.nextLong());
                runs.add(CompletableFuture.supplyAsync(
                        () -> run(program, own, account, journal, end), work -> new Thread(work).start()));
            }
            int rejections = runs.stream().mapToInt(CompletableFuture::join).sum();
            account.faults().clear();
            settle(TestAccount.of(account), journal);

            BigDecimal most = mostInADay();
            System.out.printf("seed %d: at most %s billed in a day, %d rejections%n", seed, most, rejections);
            assertThat(most).isBetween(LEAST, LIMIT);
            assertThat(rejections).isPositive();
        }
    }

    private static Stream<StubFault> faults(Random random) {
        return Stream.of(
                StubFault.resetAfterEffect().on("createInstanceByImage").probability(0.1 * random.nextDouble()),
                StubFault.status(500).afterEffect().on("createInstanceByImage").probability(0.1 * random.nextDouble()),
                StubFault.status(429).on("createInstanceByImage").probability(0.2 * random.nextDouble()),
                StubFault.status(429).on("destroyInstance").probability(0.2 * random.nextDouble()),
                StubFault.status(500).on("setShutdownTimer").probability(0.1 * random.nextDouble()),
                StubFault.resetConnection().on("listInstances").probability(0.05 * random.nextDouble()));
    }

    /** Kills a program at random lines of its output, and starts it again. Returns the number of rejected rentals. */
    private static int run(SharedClock.Program program, Random random, StubAccount account, Path journal, Instant end) {
        int rejections = 0;
        try (program) {
            for (int kills = random.nextInt(MOST_KILLS + 1); kills >= 0; kills--) {
                program.start(Renting.class, account.baseUrl(), account.apiKey(), journal, random.nextLong(), end);
                int lines = kills == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(MOST_LINES);
                String line = program.readLine();
                while (line != null && --lines > 0) {
                    rejections += line.equals(Renting.REJECTED) ? 1 : 0;
                    line = program.readLine();
                }
                if (line != null) {
                    program.kill();
                }
            }
            assertThat(program.end()).as(program::error).isZero();
            return rejections;
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Recovers what killed programs left. */
    private void settle(TestAccount account, Path journal) {
        try (Leases next = Leases.of(account.client(), options(journal).build())) {
            next.recover(found -> RecoveryDecision.DESTROY);
            // A program names what it cannot prove to be its own, and its user destroys it. OrphansTest judges that.
            account.instances().forEach(account.client().instances()::destroy);
        }
        account.client().billing().bills().withPageSize(1000).forEach(bills::add);
    }

    /** The highest sum of bills in any 24 hours, each of which ends with a bill. */
    private BigDecimal mostInADay() {
        return bills.stream()
                .map(last -> Objects.requireNonNull(last.settleEndTime()))
                .map(this::billedInTheDayBefore)
                .max(BigDecimal::compareTo)
                .orElseThrow();
    }

    private BigDecimal billedInTheDayBefore(Instant end) {
        return bills.stream()
                .map(bill -> billed(bill, end.minus(DAY), end))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .setScale(2, RoundingMode.HALF_UP);
    }

    /** The part of a bill between two moments. */
    private static BigDecimal billed(Bill bill, Instant from, Instant to) {
        Instant begun = Objects.requireNonNull(bill.settleStartTime());
        Instant ended = Objects.requireNonNull(bill.settleEndTime());
        long part = Math.min(ended.getEpochSecond(), to.getEpochSecond())
                - Math.max(begun.getEpochSecond(), from.getEpochSecond());
        long whole = Math.max(1, Duration.between(begun, ended).toSeconds());
        return Objects.requireNonNull(bill.amount())
                .multiply(BigDecimal.valueOf(Math.max(0, part)))
                .divide(BigDecimal.valueOf(whole), 6, RoundingMode.HALF_UP);
    }

    /** Rents until its end. Its lines are rejections, failures, and the events of its leases. */
    static final class Renting {

        static final String REJECTED = "rejected";

        /** Without a pod, whose price might be billed: the largest plausible price is the one that is billed. */
        private static final RentalPlan PLAN = RentalPlan.builder()
                .imageUuid("img-pytorch-2.5")
                .maxLifetime(Duration.ofMinutes(30))
                .gpus(TestAccount.CHEAP)
                .gpuCount(2)
                .build();

        private final SharedClock.Time time;
        private final Random random;

        private Renting(SharedClock.Time time, Random random) {
            this.time = time;
            this.random = random;
        }

        /** The arguments: address, API key, journal, seed, end. */
        public static void main(String[] arguments) throws InterruptedException {
            SharedClock.Time time = SharedClock.Time.start();
            Instant end = Instant.parse(arguments[4]);
            Renting program = new Renting(time, new Random(Long.parseLong(arguments[3])));
            LeaseOptions options = options(Path.of(arguments[2]))
                    .listener(event -> System.out.println(event.type()))
                    .build();
            try (GpuCloudClient client = GpuCloudClient.builder()
                            .baseUrl(arguments[0])
                            .apiKey(arguments[1])
                            .timer(time)
                            .build();
                    Leases leases = Leases.of(client, options)) {
                program.recoverAfter(Duration.ofMinutes(program.random.nextInt(30)), leases);
                while (time.now().isBefore(end)) {
                    program.rentOnce(leases);
                }
            } catch (GpuCloudException left) {
                // Closing names what may be left.
                System.out.println(left.getMessage());
            }
        }

        private void recoverAfter(Duration pause, Leases leases) throws InterruptedException {
            time.sleep(pause);
            try {
                leases.recover(found -> RecoveryDecision.DESTROY);
            } catch (GpuCloudException failure) {
                System.out.println(failure.getMessage());
            }
        }

        private void rentOnce(Leases leases) throws InterruptedException {
            try (InstanceLease lease = leases.rent(PLAN)) {
                time.sleep(Duration.ofMinutes(random.nextInt(20)));
                if (random.nextBoolean()) {
                    lease.extend(Duration.ofMinutes(10));
                }
                time.sleep(Duration.ofMinutes(random.nextInt(20)));
            } catch (SpendingLimitException rejected) {
                System.out.println(REJECTED);
                recoverAfter(Duration.ofHours(2), leases);
            } catch (GpuCloudException failure) {
                System.out.println(failure.getMessage());
            }
        }
    }
}
