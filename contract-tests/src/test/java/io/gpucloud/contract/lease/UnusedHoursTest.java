package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.AccountFinding;
import io.gpucloud.client.lease.AccountMonitor;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFault;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Five programs rent for a day. Their jobs hang, or wait for a person, and their processes are killed. The hours that
 * are paid without a live program that is active are counted. With the system property {@code lease.days}, the number
 * of days, they are also counted without idle timeout and without monitor. {@code lease.seed} begins the random
 * numbers.
 */
@Tag("ci")
class UnusedHoursTest {

    private static final int PROGRAMS = 5;
    private static final @Nullable Integer DAYS = Integer.getInteger("lease.days");
    private static final Duration LENGTH = Duration.ofDays(Objects.requireNonNullElse(DAYS, 1));
    private static final Duration STEP = Duration.ofMinutes(5);
    private static final Duration IDLE = Duration.ofMinutes(20);
    private static final Duration LIFETIME = Duration.ofHours(12);

    private final Random random = new Random(Long.getLong("lease.seed", 1));
    private final StubAccount account = InProcessStub.newAccount();
    private final Time time = new Time(account.clock());

    @TempDir
    private Path folder;

    private int folders;

    /** Whether idle leases end, whether a monitor recovers and sweeps, and how many percent may be unused. */
    static Stream<Arguments> protections() {
        Arguments both = Arguments.of(true, true, 5);
        return DAYS == null
                ? Stream.of(both)
                : Stream.of(
                        Arguments.of(false, false, 100),
                        Arguments.of(false, true, 100),
                        Arguments.of(true, false, 100),
                        both);
    }

    @ParameterizedTest
    @MethodSource("protections")
    void areFew(boolean ends, boolean monitored, int mostPercent) throws IOException {
        account.takesTime(Duration.ofMinutes(3), Duration.ofMinutes(1), Duration.ofMinutes(1));
        account.payIn(BigDecimal.valueOf(1_000_000));
        faults().forEach(account.faults()::set);
        List<Program> programs = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            programs.add(new Program(ends));
        }
        Path swept = newFolder();
        double paid = 0;
        double used = 0;
        for (Duration passed = Duration.ZERO; passed.compareTo(LENGTH) < 0; passed = passed.plus(STEP)) {
            for (Program program : programs) {
                program.act();
                if (monitored) {
                    program.recoverIfLeft();
                }
            }
            if (monitored) {
                sweep(swept);
            }
            time.advance(STEP);
            int active = (int) programs.stream().filter(Program::isActive).count();
            int running = account.running();
            paid += running;
            used += Math.min(active, running);
        }
        account.faults().clear();
        for (Program program : programs) {
            program.end();
        }
        account.close();

        double perHour = Duration.ofHours(1).dividedBy(STEP);
        double percent = 100 * (paid - used) / paid;
        System.out.printf(
                "idle end %s, monitor %s: %.0f instance hours paid, %.1f of them not used, %.1f %%%n",
                ends, monitored, paid / perHour, (paid - used) / perHour, percent);
        assertThat(percent).isLessThanOrEqualTo(mostPercent);
        assertThat(used).isPositive();
    }

    /** As {@code gpu-cloud monitor --sweep}: what has no timer ahead belongs to no live program. */
    private void sweep(Path journal) {
        try (GpuCloudClient client = client(time);
                Leases leases = Leases.of(client, options(journal).build())) {
            leases.sweep(SweepCriteria.olderThan(Duration.ofHours(1))).destroy();
        } catch (GpuCloudException unlucky) {
            // The next round tries again.
        }
    }

    private static Stream<StubFault> faults() {
        return Stream.of(
                StubFault.status(500).afterEffect().on("createInstanceByPod").probability(0.05),
                StubFault.status(500).on("destroyInstance").probability(0.1),
                StubFault.resetConnection().on("listInstances").probability(0.02),
                StubFault.ignoreTimer().probability(0.2),
                StubFault.listedAgain(Duration.ofMinutes(10)).probability(0.05));
    }

    /** A program that is started again some hours after it was killed. */
    private final class Program {

        private final boolean ends;
        private @Nullable Run process;
        private @Nullable Path left;
        private Instant startsAgain = Instant.MIN;

        Program(boolean ends) {
            this.ends = ends;
        }

        void act() throws IOException {
            if (process == null && !time.now().isBefore(startsAgain)) {
                process = new Run(ends);
                recoverIfLeft();
            }
            if (process != null) {
                process.act();
                if (random.nextInt(200) == 0) {
                    left = process.kill();
                    process = null;
                    startsAgain = time.now().plus(Duration.ofHours(1 + random.nextInt(12)));
                }
            }
        }

        /** As the next start of the program does, and {@code gpu-cloud monitor --recover}. */
        void recoverIfLeft() {
            if (left == null) {
                return;
            }
            try (GpuCloudClient client = client(time);
                    Leases leases = Leases.of(client, options(left).build())) {
                boolean found = AccountMonitor.builder(client).journals(left).build().check().findings().stream()
                        .anyMatch(finding -> finding.kind() == AccountFinding.Kind.LEFT);
                if (!found
                        || leases.recover(any -> RecoveryDecision.DESTROY)
                                .left()
                                .isEmpty()) {
                    left = null;
                }
            } catch (GpuCloudException unlucky) {
                // The next round tries again.
            }
        }

        boolean isActive() {
            return process != null && process.isActive();
        }

        void end() {
            if (process != null) {
                process.end();
            }
        }
    }

    /** One run of a program. */
    private final class Run {

        private final Duration idleTimeout;
        private final Path journal;
        private final RunTime life = new RunTime(time);
        private final GpuCloudClient client = client(life);
        private final Leases leases;
        private @Nullable InstanceLease lease;
        private Instant worksUntil = Instant.MIN;
        private Instant endsAt = Instant.MIN;

        Run(boolean ends) throws IOException {
            idleTimeout = ends ? IDLE : Duration.ofDays(1);
            journal = newFolder();
            leases = Leases.of(client, options(journal).build());
        }

        void act() {
            Instant now = time.now();
            if (lease != null && (!lease.isOpen() || !now.isBefore(endsAt))) {
                end(lease);
                lease = null;
            } else if (lease != null && now.isBefore(worksUntil)) {
                lease.touch();
            } else if (lease == null && random.nextInt(4) == 0) {
                rent();
            }
        }

        private void rent() {
            RentalPlan plan = RentalPlan.builder()
                    .podUuid(TestAccount.POD)
                    .maxLifetime(LIFETIME)
                    .renewTimerEvery(Duration.ofMinutes(10))
                    .idleTimeout(idleTimeout)
                    .build();
            try {
                lease = leases.rent(plan);
            } catch (GpuCloudException unlucky) {
                return;
            }
            worksUntil = time.now().plus(Duration.ofMinutes(30 + random.nextInt(420)));
            // A hang, or a result that waits for a person.
            boolean unnoticed = random.nextInt(4) == 0;
            endsAt = unnoticed ? worksUntil.plus(Duration.ofHours(4 + random.nextInt(12))) : worksUntil;
        }

        private void end(InstanceLease over) {
            try {
                over.close();
            } catch (GpuCloudException left) {
                // The leases know it, and try again.
            }
        }

        boolean isActive() {
            return lease != null && lease.isOpen() && time.now().isBefore(worksUntil.plus(IDLE));
        }

        /** Returns what its journal had at this moment. */
        Path kill() throws IOException {
            life.end();
            Path left = newFolder();
            try (Stream<Path> files = Files.list(journal)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                    Files.copy(file, left.resolve(file.getFileName()));
                }
            }
            client.close();
            return left;
        }

        void end() {
            leases.close();
            client.close();
        }
    }

    private Path newFolder() throws IOException {
        return Files.createDirectory(folder.resolve("journal-" + folders++));
    }

    private GpuCloudClient client(WaitTimer timer) {
        return GpuCloudClient.builder()
                .baseUrl(account.baseUrl().toString())
                .apiKey(account.apiKey())
                .timer(timer)
                .build();
    }

    private static LeaseOptions.Builder options(Path journal) {
        return LeaseOptions.builder()
                .owner("trainings")
                .accountUse(AccountUse.OWNER_TITLES)
                .journal(journal)
                .recoverOnStart(false)
                .closeOnExit(false)
                .watchInterval(Duration.ofMinutes(1));
    }

    /** The clock of the account. A pause moves it, and the background work is done when it is due. */
    private static final class Time extends AccountTime {

        private final PriorityQueue<Work> background = new PriorityQueue<>(Comparator.comparing(Work::due));

        private record Work(Instant due, Supplier<? extends CompletableFuture<?>> begin) {}

        Time(StubClock clock) {
            super(clock);
        }

        @Override
        public synchronized void background(Duration delay, Supplier<? extends CompletableFuture<?>> work) {
            background.add(new Work(now().plus(delay), work));
        }

        void advance(Duration step) {
            Instant end = now().plus(step);
            for (Work next = poll(end); next != null; next = poll(end)) {
                passUntil(next.due());
                next.begin().get().join();
            }
            passUntil(end);
        }

        private synchronized @Nullable Work poll(Instant end) {
            Work next = background.peek();
            return next == null || next.due().isAfter(end) ? null : background.remove();
        }
    }

    /** The time of a process. After its end, nothing is done in it any more. */
    private static final class RunTime implements WaitTimer {

        private final Time time;
        private volatile boolean ended;

        RunTime(Time time) {
            this.time = time;
        }

        void end() {
            ended = true;
        }

        @Override
        public Instant now() {
            return time.now();
        }

        @Override
        public CompletableFuture<@Nullable Void> after(Duration pause) {
            return time.after(pause);
        }

        @Override
        public void background(Duration delay, Supplier<? extends CompletableFuture<?>> work) {
            time.background(delay, () -> ended ? CompletableFuture.completedFuture(null) : work.get());
        }
    }
}
