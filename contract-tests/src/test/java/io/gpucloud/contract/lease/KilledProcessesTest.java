package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryOptions;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.contract.support.StubControl;
import io.gpucloud.stub.GpuCloudStub;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Processes that are killed with SIGKILL at random points of their rentals, while two other processes rent in the same account. The
 * number of kills is the system property {@code lease.kills}; {@code lease.seed} is the first round.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledProcessesTest {

    private static final int KILLS_PER_ROUND = 8;
    private static final int ROUNDS = Integer.getInteger("lease.kills", 8) / KILLS_PER_ROUND;
    private static final long FIRST = Long.getLong("lease.seed", 1);

    /** Each rental has 10 points: before and after each of its requests that change something. */
    private static final int MOST_POINTS = 24;

    private static final int MORE_STARTS = 5;

    private static final String KEY = "tenant-kills";
    private static final String PROGRAM = "x-program";
    private static final String KILLED = "killed";
    private static final String LIVE = "live";
    private static final String NEXT = "next";
    private static final String REACHED = "reached";
    private static final List<String> PODS =
            List.of("pod-stable-diffusion", "pod-comfyui", "pod-jupyterlab", "pod-text-inference");
    private static final LeaseOptions OPTIONS = LeaseOptions.defaults()
            .withPolling(Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofSeconds(1))
            .withDestroyDeadline(Duration.ofMinutes(1));

    /** Counts the requests that change something, and stops the thread that reaches a given point. */
    private record Points(String program, int last, AtomicInteger passed) {

        GpuCloudClient client(String url) {
            return GpuCloudClient.builder()
                    .baseUrl(url)
                    .apiKey(KEY)
                    .interceptor(request -> {
                        request.header(PROGRAM, program);
                        pass(request.method());
                    })
                    .listener(operation -> new CallListener.Call() {
                        @Override
                        public void ended(@Nullable Throwable failure) {
                            pass(operation.method());
                        }
                    })
                    .build();
        }

        private void pass(String method) {
            if (method.equals("POST") && passed.incrementAndGet() == last) {
                System.out.println(REACHED);
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException never) {
                    throw new IllegalStateException(never);
                }
            }
        }
    }

    /** Rents, extends and closes in an endless loop. It is killed, or ends when its input closes. */
    static final class Renting {

        private final Leases leases;
        private final AtomicInteger rented = new AtomicInteger();
        private volatile boolean stopped;

        private Renting(Leases leases) {
            this.leases = leases;
        }

        /** The arguments: address, program, journal, last point, pods, numbers of GPUs. */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            Points points = new Points(arguments[1], Integer.parseInt(arguments[3]), new AtomicInteger());
            GpuCloudClient client = points.client(arguments[0]);
            Renting renting = new Renting(Leases.of(client, OPTIONS.withJournal(Path.of(arguments[2]))));
            List<String> pods = List.of(arguments[4].split(",", -1));
            List<Thread> threads = Stream.of(arguments[5].split(",", -1))
                    .map(Integer::valueOf)
                    .map(gpus -> new Thread(() -> renting.rentAgainAndAgain(pods, gpus)))
                    .toList();
            // It is open as long as the process runs.
            InstanceLease longest = arguments[1].equals(LIVE) ? renting.leases.rent(plan(pods.get(0), 1)) : null;
            threads.forEach(Thread::start);
            while (System.in.read() >= 0) {
                // Its parent process continues.
            }
            renting.stopped = true;
            for (Thread thread : threads) {
                thread.join();
            }
            if (longest != null
                    && client.instances().find(longest.instanceUuid()).isEmpty()) {
                throw new IllegalStateException(longest + " is gone");
            }
            renting.leases.close();
            System.out.println(renting.rented.get());
        }

        private void rentAgainAndAgain(List<String> pods, int gpus) {
            for (int i = 0; !stopped; i++) {
                try (InstanceLease lease = leases.rent(plan(pods.get(i % pods.size()), gpus))) {
                    lease.extend(TestAccount.HOUR);
                    rented.incrementAndGet();
                } catch (RuntimeException failure) {
                    System.out.println("failed: " + failure);
                    throw failure;
                }
            }
        }

        private static RentalPlan plan(String pod, int gpus) {
            return RentalPlan.ofPod(pod, TestAccount.HOUR)
                    .withGpus(TestAccount.CHEAP)
                    .withGpuCount(gpus);
        }
    }

    /** The results of one round, read from its requests. */
    private record Round(Set<String> created, Set<String> timed, Set<String> destroyedByThemselves, int touched) {}

    private final Set<String> ours = new HashSet<>();
    private final List<Process> live = new ArrayList<>();
    private final GpuCloudStub stub = GpuCloudStub.start(
            "stub.lifecycle.boot=1s",
            "stub.metering.enabled=false",
            "stub.metering.require-funds=false",
            "stub.limits.journal=50000",
            "stub.validate=off");
    private final StubControl stubControl = new StubControl(stub.baseUrl());
    private Path journal;
    private int kills;
    private int left;
    private int leftWithoutTimer;
    private int leftAfterNextStart;
    private int touched;

    static LongStream rounds() {
        return LongStream.range(FIRST, FIRST + Math.max(1, ROUNDS));
    }

    /** One that shares the journal of the killed processes, and one with a journal of its own. */
    @BeforeAll
    void startTheOthers(@TempDir Path journal, @TempDir Path otherJournal) throws IOException {
        this.journal = journal;
        String pods = String.join(",", PODS);
        live.add(start(LIVE, journal, 0, pods, "1,4"));
        live.add(start(LIVE, otherJournal, 0, pods, "2,8"));
    }

    private Process start(String program, Path journal, int lastPoint, String pods, String gpus) throws IOException {
        List<Object> arguments = List.of(stub.baseUrl(), program, journal, lastPoint, pods, gpus);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Renting.class.getName()));
        arguments.forEach(argument -> command.add(argument.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @ParameterizedTest
    @MethodSource("rounds")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void theNextStartLeavesNoOrphan(long seed) throws Exception {
        Random random = new Random(seed);
        List<Process> processes = new ArrayList<>();
        try {
            for (int i = 0; i < KILLS_PER_ROUND; i++) {
                // Two lost requests for the same pod and number of GPUs cannot be distinguished, so each process has
                // its own.
                String gpus = i < PODS.size() ? "1,2" : "4,8";
                processes.add(start(KILLED, journal, 1 + random.nextInt(MOST_POINTS), PODS.get(i % PODS.size()), gpus));
            }
            for (Process process : processes) {
                assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                        .isEqualTo(REACHED);
                process.destroyForcibly().waitFor();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }

        List<String> candidates = startNext();
        Set<String> remaining = remaining();
        assertThat(candidates).as("instances that the next start reports").containsAll(remaining);
        // A process without this journal has created an equal instance in the same second, and has not set its title
        // yet.
        // A later start can distinguish the two.
        for (int start = 0; start < MORE_STARTS && !candidates.isEmpty(); start++) {
            candidates = startNext();
        }

        Round round = round();
        count(round, remaining);
        assertThat(remaining()).as("instances of killed processes").isEmpty();
        assertThat(round.touched).as("instances of others that were touched").isZero();
        assertThat(live).allMatch(Process::isAlive);
    }

    /** Recovers what the killed processes left. Returns the instances that may be theirs and were not touched. */
    private List<String> startNext() {
        try (GpuCloudClient client = new Points(NEXT, 0, new AtomicInteger()).client(url());
                Leases next = Leases.of(client, OPTIONS.withJournal(journal).withoutRecoveryOnStart())) {
            return next.recover(RecoveryOptions.destroy()).candidates().stream()
                    .map(Instance::instanceUuid)
                    .toList();
        }
    }

    /** The instances of killed processes that are listed. */
    private Set<String> remaining() {
        readOurs();
        Set<String> remaining = listed();
        remaining.retainAll(ours);
        return remaining;
    }

    private String url() {
        return stub.baseUrl().toString();
    }

    private Set<String> listed() {
        try (GpuCloudClient client = GpuCloudClient.forStub(url(), KEY)) {
            return new HashSet<>(client.instances().list().stream()
                    .map(Instance::instanceUuid)
                    .toList());
        }
    }

    private Set<String> readOurs() {
        Set<String> created = new HashSet<>();
        for (JsonNode request : requestsOf("createInstanceByPod", KILLED)) {
            created.add(json(request, "response_body").at("/data/instance_uuid").asString());
        }
        ours.addAll(created);
        return created;
    }

    private Round round() {
        Set<String> created = readOurs();
        Set<String> timed = instances(requestsOf("setShutdownTimer", KILLED));
        Set<String> destroyed = instances(requestsOf("destroyInstance", KILLED));
        Set<String> touched = new HashSet<>(timed);
        touched.addAll(destroyed);
        touched.addAll(instances(requestsOf("updateInstanceTitle", KILLED)));
        touched.addAll(instances(requestsOf("destroyInstance", NEXT)));
        touched.removeAll(ours);
        stubControl.delete("requests");
        return new Round(created, timed, destroyed, touched.size());
    }

    private List<JsonNode> requestsOf(String operation, String program) {
        return stubControl.requests(operation).stream()
                .filter(request ->
                        request.at("/headers/" + PROGRAM).asString("").equals(program))
                .filter(request -> request.path("code").asInt(1) == 0)
                .toList();
    }

    private static Set<String> instances(List<JsonNode> requests) {
        Set<String> instances = new HashSet<>();
        requests.forEach(request ->
                instances.add(json(request, "body").path("instance_uuid").asString()));
        return instances;
    }

    private static JsonNode json(JsonNode request, String member) {
        return JsonMapper.shared().readTree(request.path(member).asString());
    }

    private void count(Round round, Set<String> remaining) {
        Set<String> leftByKills = new HashSet<>(round.created);
        leftByKills.removeAll(round.destroyedByThemselves);
        kills += KILLS_PER_ROUND;
        left += leftByKills.size();
        leftByKills.removeAll(round.timed);
        leftWithoutTimer += leftByKills.size();
        leftAfterNextStart += remaining.size();
        touched += round.touched;
        System.out.printf(
                "%d kills left %d instances, %d of them without a timer; after the next starts %d were left and reported, "
                        + "after the ones after them none; %d instances of other processes were touched%n",
                kills, left, leftWithoutTimer, leftAfterNextStart, touched);
    }

    @AfterAll
    void stopTheOthers() throws IOException, InterruptedException {
        int rented = 0;
        for (Process process : live) {
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                process.getOutputStream().close();
                String last = Objects.requireNonNull(output.readLine());
                assertThat(last).as("rentals of a process that was not killed").containsOnlyDigits();
                rented += Integer.parseInt(last);
                assertThat(process.waitFor()).isZero();
            } finally {
                process.destroyForcibly();
            }
        }
        assertThat(listed()).isEmpty();
        stub.close();
        System.out.println(rented + " rentals of the two other processes");
    }
}
