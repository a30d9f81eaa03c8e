package io.gpucloud.cli.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.GpuCloud;
import io.gpucloud.cli.Program;
import io.gpucloud.cli.ScriptedPauses;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisabledOnOs(OS.WINDOWS)
class MonitorCommandTest extends CommandTestBase {

    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private Path notified;
    private String notify;

    @BeforeEach
    void prepare() {
        notified = folder.resolve("notified");
        notify = "cat >> " + notified;
        runFor(List.of());
    }

    /** The monitor runs an hour after its account, and does something in each pause. */
    private void runFor(List<Runnable> pauses) {
        program.with(new ScriptedPauses(HOUR, pauses));
    }

    private Program.Run monitor(String... options) {
        List<String> all = new ArrayList<>(List.of("--every", "61s"));
        all.addAll(List.of(options));
        return program.run("monitor", all.toArray(String[]::new));
    }

    private void destroy(String uuid) {
        try (GpuCloudClient client = program.client()) {
            client.instances().destroy(uuid);
        }
    }

    private List<JsonNode> notifications() throws IOException {
        return Files.exists(notified)
                ? Files.readAllLines(notified).stream()
                        .map(JsonMapper.shared()::readTree)
                        .toList()
                : List.of();
    }

    @Test
    void hasAnExitStatusForFindings() {
        Program.Run before = program.run("monitor", "--once");
        assertThat(before.status()).as(before.err()).isZero();
        assertThat(before.out()).contains("findings: none");
        String uuid = program.create("training");

        Program.Run found = program.run("monitor", "--once", "--output", "json");

        assertThat(found.status()).isEqualTo(ExitStatus.FINDINGS);
        assertThat(found.json().path("findings").valueStream())
                .hasSize(2)
                .allSatisfy(finding ->
                        assertThat(finding.path("instance_uuid").asString()).isEqualTo(uuid));
        assertThat(program.run("status").out()).contains("instance " + uuid + " runs without a shutdown timer");
        program.fault("listInstances", Map.of("status", 500));
        assertThat(program.run("monitor", "--once").status()).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void notifiesOnceWhenAFindingBeginsAndEnds() throws IOException {
        List<String> uuids = new ArrayList<>();
        runFor(List.of(
                () -> uuids.add(program.create("gpu-cloud.01234567: a")),
                () -> {},
                () -> uuids.forEach(this::destroy),
                () -> {}));
        Path heartbeat = folder.resolve("heartbeat");

        Program.Run run = monitor("--notify", notify, "--heartbeat", heartbeat.toString());

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out().lines().map(line -> line.replaceFirst(".{16} ", "")))
                .containsExactly(
                        "began: instance " + uuids.get(0) + " runs without a shutdown timer",
                        "ended: instance " + uuids.get(0) + " runs without a shutdown timer");
        assertThat(notifications())
                .extracting(json -> json.path("event").asString())
                .containsExactly("began", "ended");
        JsonNode began = notifications().get(0);
        assertThat(began.path("kind").asString()).isEqualTo("no timer");
        assertThat(began.path("instance_uuid").asString()).isEqualTo(uuids.get(0));
        assertThat(began.path("since").asString()).endsWith("Z");
        assertThat(began.path("cost").decimalValue()).isPositive();
        assertThat(began.path("remedy").asString()).contains("gpu-cloud destroy " + uuids.get(0));
        assertThat(heartbeat).exists();
    }

    @Test
    void doesNotNotifyAgainAfterARestart() throws IOException {
        program.create("gpu-cloud.01234567: a");
        program.run("monitor", "--once", "--notify", notify);
        program.run("monitor", "--once", "--notify", notify);

        assertThat(notifications()).hasSize(1);
    }

    /** The missing records prove nothing. */
    @Test
    void notifiesAgainIfItsStateCannotBeRead() throws IOException {
        program.create("training");
        program.run("monitor", "--once", "--notify", notify);
        int first = notifications().size();
        Files.writeString(program.journal.resolve("monitor.json"), "{\"dam");

        program.run("monitor", "--once", "--notify", notify);
        assertThat(notifications()).hasSize(2 * first);
        program.run("monitor", "--once", "--notify", notify);
        assertThat(notifications()).hasSize(2 * first);
    }

    @Test
    void leavesNotificationsToAnotherMonitorOfTheFolder() throws IOException {
        program.create("training");
        Files.createDirectories(program.journal);
        try (FileChannel other = FileChannel.open(
                        program.journal.resolve("monitor.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = other.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThat(program.run("monitor", "--once", "--notify", notify).status())
                    .isEqualTo(ExitStatus.FINDINGS);
        }
        assertThat(notifications()).isEmpty();

        program.run("monitor", "--once", "--notify", notify);
        assertThat(notifications()).isNotEmpty();
    }

    @Test
    void doesNotCallAFindingOverBecauseOfAListThatIsNotComplete() throws IOException {
        program.create("gpu-cloud.01234567: a");
        program.run("monitor", "--once", "--notify", notify);
        program.fault(
                "listInstances", Map.of("effect", "respond", "status", 200, "body", "{\"code\":0,\"data\":null}"));

        program.run("monitor", "--once", "--notify", notify);

        assertThat(notifications()).hasSize(1);
    }

    @Test
    void goesOnAfterAFailedNotificationOrRound() {
        List<String> faults = new ArrayList<>();
        runFor(List.of(
                () -> program.create("gpu-cloud.01234567: a"),
                () -> faults.add(program.fault("listInstances", Map.of("status", 400))),
                () -> faults.forEach(program::removeFault),
                () -> program.create("gpu-cloud.89abcdef: b")));

        Program.Run run = monitor("--notify", "exit 3");

        assertThat(run.status()).isZero();
        assertThat(run.out().lines()).hasSize(2);
        assertThat(run.err()).contains("--notify ended with status 3: instance ", "bad request parameters");
    }

    @Test
    void destroysWhatAKilledProgramLeft() throws Exception {
        String uuid = rentAndBeKilled();
        String other = program.create("another.01234567: a");
        assertThat(program.run("monitor", "--once").out()).contains("instance " + uuid + " is left by a program");
        assertThat(program.instances()).containsExactlyInAnyOrder(uuid, other);

        Program.Run run = program.run("monitor", "--once", "--recover", "--notify", notify);

        assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.FINDINGS);
        assertThat(program.instances()).containsExactly(other);
        assertThat(notifications())
                .filteredOn(json -> json.path("kind").asString().equals("left"))
                .singleElement()
                .satisfies(json -> assertThat(json.path("done").asString()).isEqualTo("destroyed"));
        assertThat(program.run("monitor", "--once").out()).doesNotContain("is left by a program");
    }

    /** Returns the identifier of the instance. */
    private String rentAndBeKilled() throws Exception {
        Path uuid = folder.resolve("uuid");
        String command = "echo $GPU_CLOUD_INSTANCE_UUID > " + uuid + "; kill -9 $PPID";
        Process killed = new ProcessBuilder(program.process(
                        GpuCloud.class, "rent", "--pod", "pod-comfyui", "--for", "1d", "--", "sh", "-c", command))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("killed.log").toFile())
                .start();
        killed.getOutputStream().close();
        assertThat(killed.waitFor()).isEqualTo(137);
        return Files.readString(uuid).strip();
    }

    @Test
    void namesWhatItCannotDestroy() {
        program.create("gpu-cloud.01234567: a");
        program.fault("destroyInstance", Map.of("status", 503));

        Program.Run run = program.run("monitor", "--once", "--sweep", "--older-than", "30m");

        assertThat(run.status()).isEqualTo(ExitStatus.LEFT);
    }

    @Test
    void pausesBetweenTwoRounds() {
        Program.Run run = program.run("monitor", "--every", "0s");

        assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(run.err()).contains("--every must be positive");
    }

    @Test
    void endsWithoutAReader() {
        runFor(List.of(() -> program.create("a"), () -> {}, () -> {}));

        assertThat(program.runWithoutOutput("monitor", "--every", "61s").status())
                .isEqualTo(ExitStatus.FAILED);
    }
}
