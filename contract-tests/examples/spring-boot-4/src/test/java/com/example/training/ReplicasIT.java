package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.training.Jobs.Job;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFault;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two replicas over one journal, while jobs start. At random moments one replica gets SIGTERM, the other is killed, and
 * each is replaced, perhaps during an outage of 10 minutes; one of them perhaps only after its leases were taken over.
 * The stub's clock, by which it boots, bills and fails, is 30 times as fast as that of the replicas. The number of
 * rounds is the system property {@code replicas.rounds}; {@code replicas.seed} is the first one.
 */
@ExtendWith(GpuCloudStubExtension.class)
class ReplicasIT {

    private static final double SPEED = 30;
    private static final Duration BOOT = Duration.ofSeconds(40);
    private static final Duration OUTAGE = Duration.ofMinutes(10);

    /** By the stub's clock. */
    private static final int MOST_SECONDS_BETWEEN_STEPS = 120;

    /** In real time, from the end of the last outage. */
    private static final Duration LONGEST_RECOVERY = Duration.ofMinutes(2);

    private static final List<String> JOBS = List.of("job-1", "job-2", "job-3", "job-4", "job-5", "job-6");
    private static final String TERMINATE = "SIGTERM";
    private static final String KILL = "SIGKILL";

    static LongStream rounds() {
        long first = Long.getLong("replicas.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("replicas.rounds", 2));
    }

    @ParameterizedTest
    @MethodSource("rounds")
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void leaseEveryInstanceAndRunNoJobTwice(
            long seed, StubAccount account, @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) throws Exception {
        account.takesTime(BOOT, Duration.ZERO, Duration.ZERO);
        account.clock().speed(SPEED);
        try (Round round = new Round(account, folder, new Random(seed))) {
            round.disturb();
            Duration recovery = round.awaitLeases();
            assertThat(round.running())
                    .as("jobs of a replica that was terminated last")
                    .containsAll(round.promised);

            round.startMissingReplica();
            int missing = round.missingJobs().size();
            round.startMissingJobs();
            round.awaitLeases();
            System.out.printf(
                    "seed %d: %s, %s replaced later, %d outages, leased after %d s, %d jobs started again%n",
                    seed, round.steps, round.later, round.outages, recovery.toSeconds(), missing);
            assertThat(round.running()).extracting(Job::name).containsExactlyInAnyOrderElementsOf(JOBS);
            assertThat(round.ranTwice).as("jobs that two instances ran").isEmpty();

            round.finishJobs();
            assertThat(account.hourlyCost()).isEqualByComparingTo(BigDecimal.ZERO);
        }
    }

    private static final class Round implements AutoCloseable {

        final List<String> steps = new ArrayList<>(JOBS);

        /** The jobs that have to run on, because their replica has handed them over and was the last to end. */
        List<Job> promised = List.of();

        final TreeSet<String> ranTwice = new TreeSet<>();

        private final StubAccount account;
        private final Path folder;
        private final Random random;
        private final GpuCloudClient client;
        private final List<Replica> replicas = new ArrayList<>();

        /** After which step no replica starts, so that the other one has to take over. */
        private final String later;

        private final List<Replica> ended = new ArrayList<>();
        private final List<CompletableFuture<?>> posts = new ArrayList<>();
        private final Map<String, String> jobOf = new HashMap<>();
        private Instant outageEnd = Instant.MIN;
        private int outages;

        Round(StubAccount account, Path folder, Random random) throws IOException {
            this.account = account;
            this.folder = folder;
            this.random = random;
            client = account.client().withOptions(options -> options.maxAttempts(1));
            steps.addAll(List.of(TERMINATE, KILL));
            Collections.shuffle(steps, random);
            later = List.of(TERMINATE, KILL, "none").get(random.nextInt(3));
            replicas.add(Replica.start(account, folder));
            replicas.add(Replica.start(account, folder));
        }

        void disturb() throws Exception {
            await().atMost(LONGEST_RECOVERY).until(() -> started().size() == 2);
            Replica terminated = replicas.get(0);
            Replica killed = replicas.get(1);
            for (String step : steps) {
                switch (step) {
                    case TERMINATE -> {
                        promised = terminated.jobs();
                        replace(terminated, Replica::terminate, step);
                    }
                    case KILL -> {
                        promised = List.of();
                        replace(killed, Replica::close, step);
                    }
                    default -> post(step);
                }
                awaitStub(account.clock().now().plusSeconds(random.nextInt(MOST_SECONDS_BETWEEN_STEPS)));
            }
        }

        private void replace(Replica replica, Consumer<Replica> end, String step) throws IOException {
            if (random.nextBoolean()) {
                account.faults().set(StubFault.html(503).lasting(OUTAGE));
                outages++;
                outageEnd = account.clock().now().plus(OUTAGE);
            }
            end.accept(replica);
            replicas.remove(replica);
            ended.add(replica);
            if (!step.equals(later)) {
                replicas.add(Replica.start(account, folder));
            }
        }

        private void post(String job) throws IOException {
            List<Replica> started = started();
            if (!started.isEmpty()) {
                posts.add(started.get(random.nextInt(started.size())).post(job));
            }
        }

        private List<Replica> started() throws IOException {
            List<Replica> started = new ArrayList<>();
            for (Replica replica : replicas) {
                if (replica.isStarted()) {
                    started.add(replica);
                }
            }
            return started;
        }

        private void awaitStub(Instant moment) {
            await().atMost(LONGEST_RECOVERY).until(() -> {
                observe();
                return !account.clock().now().isBefore(moment);
            });
        }

        /** Waits until each instance belongs to one lease. Returns for how long after the outage. */
        Duration awaitLeases() {
            awaitStub(outageEnd);
            long begin = System.nanoTime();
            await().atMost(LONGEST_RECOVERY)
                    .until(() -> started().size() == replicas.size()
                            && ended.stream()
                                    .noneMatch(replica -> replica.process().isAlive())
                            && posts.stream().allMatch(CompletableFuture::isDone)
                            && observe());
            return Duration.ofNanos(System.nanoTime() - begin);
        }

        /** Whether each instance belongs to one lease. False during an outage. */
        private boolean observe() throws IOException, InterruptedException {
            List<Job> running = running();
            running.forEach(job -> jobOf.put(job.instance(), job.name()));
            List<String> listed;
            try {
                listed = client.instances().list().stream()
                        .map(Instance::instanceUuid)
                        .toList();
            } catch (GpuCloudException outage) {
                return false;
            }
            List<String> names =
                    listed.stream().filter(jobOf::containsKey).map(jobOf::get).toList();
            names.stream()
                    .filter(name -> Collections.frequency(names, name) > 1)
                    .forEach(ranTwice::add);
            return running.stream()
                    .map(Job::instance)
                    .sorted()
                    .toList()
                    .equals(listed.stream().sorted().toList());
        }

        /** The jobs of all replicas that respond. */
        List<Job> running() throws IOException, InterruptedException {
            List<Job> running = new ArrayList<>();
            for (Replica replica : started()) {
                running.addAll(replica.jobs());
            }
            return running;
        }

        void startMissingReplica() throws IOException {
            if (!later.equals("none")) {
                replicas.add(Replica.start(account, folder));
            }
        }

        /** Starts what was not started, or was lost with a replica, as a caller does: until all jobs run. */
        void startMissingJobs() {
            await("all jobs run")
                    .atMost(LONGEST_RECOVERY)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        if (posts.stream().allMatch(CompletableFuture::isDone)) {
                            for (String job : missingJobs()) {
                                post(job);
                            }
                        }
                        return missingJobs().isEmpty();
                    });
        }

        List<String> missingJobs() throws IOException, InterruptedException {
            List<String> missing = new ArrayList<>(JOBS);
            running().forEach(job -> missing.remove(job.name()));
            return missing;
        }

        void finishJobs() throws Exception {
            for (Replica replica : replicas) {
                for (String job : JOBS) {
                    replica.finish(job);
                }
            }
            replicas.forEach(Replica::terminate);
            await().atMost(LONGEST_RECOVERY)
                    .until(() -> replicas.stream()
                            .noneMatch(replica -> replica.process().isAlive()));
            assertThat(client.instances().list()).as("what is left").isEmpty();
        }

        @Override
        public void close() {
            Stream.concat(replicas.stream(), ended.stream()).forEach(Replica::close);
        }
    }
}
