package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.model.Instance;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes that are killed with SIGKILL at random points of their rentals, while two other processes rent in the same
 * account. The number of kills is the system property {@code lease.kills}; {@code lease.seed} is the first round.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledProcessesTest {

    private static final int KILLS_PER_ROUND = 10;
    private static final int ROUNDS = Integer.getInteger("lease.kills", 10) / KILLS_PER_ROUND;
    private static final long FIRST = Long.getLong("lease.seed", 1);

    /** Each rental has 10 points: before and after each of its requests that change something. */
    private static final int MOST_POINTS = 24;

    private static final String KILLED = "killed";
    private static final String NEXT = "next";
    private static final List<String> PODS =
            List.of("pod-stable-diffusion", "pod-comfyui", "pod-jupyterlab", "pod-text-inference");

    private static final List<String> GPUS = List.of("1,2", "4", "8");

    private final List<Process> live = new ArrayList<>();

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start(
            "stub.lifecycle.boot=1s",
            "stub.metering.enabled=false",
            "stub.metering.require-funds=false",
            "stub.limits.journal=50000",
            "stub.validate=off");

    @AutoClose
    private final GpuCloudClient client = StubClient.of(stub.baseUrl(), KilledProgram.KEY);

    private final KillJournal killJournal = new KillJournal(new StubHttp(stub.baseUrl(), null), KILLED, NEXT);
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
        live.add(start(KilledProgram.LIVE, journal, 0, pods, "1,4"));
        live.add(start(KilledProgram.LIVE, otherJournal, 0, pods, "2,8"));
    }

    private Process start(String program, Path journal, int lastPoint, String pods, String gpus) throws IOException {
        return JavaProcess.start(KilledProgram.class, url(), program, journal, lastPoint, pods, gpus);
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
                String gpus = GPUS.get(i / PODS.size());
                processes.add(start(KILLED, journal, 1 + random.nextInt(MOST_POINTS), PODS.get(i % PODS.size()), gpus));
            }
            for (Process process : processes) {
                assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                        .isEqualTo(KilledProgram.REACHED);
                process.destroyForcibly().waitFor();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }

        List<String> candidates = startNext();
        Set<String> remaining = remaining();
        assertThat(candidates).as("instances that the next start reports").containsAll(remaining);
        // A process that was killed between the creation and the title has left nothing that proves its ownership.
        remaining.forEach(client.instances()::destroy);

        KillJournal.Round round = killJournal.endRound();
        count(round, remaining);
        assertThat(remaining()).as("instances of killed processes").isEmpty();
        assertThat(round.touched()).as("instances of others that were touched").isZero();
        assertThat(live).allMatch(Process::isAlive);
    }

    /** Recovers what the killed processes left. Returns the instances that may be theirs and were not touched. */
    private List<String> startNext() {
        try (GpuCloudClient client = KilledProgram.client(url(), NEXT, 0);
                Leases next = Leases.of(
                        client,
                        KilledProgram.OPTIONS.toBuilder()
                                .journal(journal)
                                .recoverOnStart(false)
                                .build())) {
            return next.recover(found -> RecoveryDecision.DESTROY).candidates().stream()
                    .map(Instance::instanceUuid)
                    .toList();
        }
    }

    /** The instances of killed processes that are listed. */
    private Set<String> remaining() {
        Set<String> remaining = listed();
        remaining.retainAll(killJournal.instances());
        return remaining;
    }

    private String url() {
        return stub.baseUrl().toString();
    }

    private Set<String> listed() {
        return new HashSet<>(
                client.instances().list().stream().map(Instance::instanceUuid).toList());
    }

    private void count(KillJournal.Round round, Set<String> remaining) {
        kills += KILLS_PER_ROUND;
        left += round.left();
        leftWithoutTimer += round.leftWithoutTimer();
        leftAfterNextStart += remaining.size();
        touched += round.touched();
        System.out.printf(
                "%d kills left %d instances, %d of them without a timer; after the next starts %d were left and reported; "
                        + "%d instances of other processes were touched%n",
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
        System.out.println(rented + " rentals of the two other processes");
    }
}
