package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.ShutdownRegular;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A command that hangs, and what runs before its instance is destroyed. */
@DisabledOnOs(OS.WINDOWS)
class IdleCommandTest extends CommandTestBase {

    @TempDir
    Path folder;

    private Program.Run rent(String script, String... options) {
        List<String> arguments = new ArrayList<>(List.of("--for", "8h", "--result", file("result.json")));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--", "sh", "-c", script));
        return program.rent(arguments.toArray(String[]::new));
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private JsonNode result() throws IOException {
        return JsonMapper.shared().readTree(folder.resolve("result.json").toFile());
    }

    @Test
    void anIdleCommandIsStoppedAndItsInstanceDestroyed() throws IOException {
        program.accelerate();

        Program.Run run = rent("exec sleep 600", "--idle", "2m", "--active", "exit 1");

        assertThat(run.status()).isEqualTo(ExitStatus.IDLE);
        assertThat(run.err()).contains("the command was stopped, because it was idle");
        assertThat(result().path("exit_status").asInt()).isEqualTo(ExitStatus.IDLE);
        assertThat(result().path("command_exit_status").asInt()).isEqualTo(143);
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void aProbeKnowsTheInstance() throws IOException {
        program.accelerate();

        rent(
                "exec sleep 600",
                "--idle",
                "2m",
                "--active",
                "echo $GPU_CLOUD_INSTANCE_UUID > " + file("probed") + "; false");

        assertThat(folder.resolve("probed"))
                .hasContent(result().path("instance_uuid").asString());
    }

    @Test
    void aCommandWhoseProbeCannotBeReadIsActive() {
        program.accelerate();

        Program.Run run = rent(
                "until [ \"$(wc -l < " + file("probes") + ")\" -ge 6 ]; do sleep 0.1; done 2>/dev/null; exit 7",
                "--idle",
                "2m",
                "--active",
                "echo probed >> " + file("probes") + "; no-such-program");

        assertThat(run.status()).isEqualTo(7);
        assertThat(run.err()).containsOnlyOnce("--active ended with status 127. The command counts as active");
    }

    /** Its output is passed on. */
    @Test
    void aCommandIsIdleWhenItPrintsNothing() throws IOException, InterruptedException {
        program.accelerate();
        List<String> line = program.process(
                AcceleratedTimer.class,
                "rent",
                "--pod",
                "pod-comfyui",
                "--for",
                "8h",
                "--idle",
                "2m",
                "--active",
                "output",
                "--",
                "sh",
                "-c",
                "echo begun; exec sleep 600");

        Process process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();

        assertThat(process.getInputStream().readAllBytes()).isEqualTo("begun\n".getBytes(StandardCharsets.UTF_8));
        assertThat(process.waitFor()).isEqualTo(ExitStatus.IDLE);
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void idleTimeNeedsAProbe() {
        assertThat(program.rent("--idle", "20m", "--", "true").err()).contains("--idle needs --active");
        assertThat(program.rent("--active", "true", "--", "true").err()).contains("--active needs --idle");
        Program.Run run = program.rent("--idle", "10s", "--active", "true", "--", "true");
        assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(run.err()).contains("--idle must be at least 1m");
    }

    @Test
    void aCommandRunsBeforeTheInstanceIsDestroyed() throws IOException {
        Program.Run run =
                rent("exit 7", "--before-destroy", "echo $GPU_CLOUD_INSTANCE_UUID > " + file("saved") + "; exit 3");

        assertThat(run.status()).isEqualTo(7);
        assertThat(run.err()).contains("--before-destroy ended with status 3");
        assertThat(folder.resolve("saved"))
                .hasContent(result().path("instance_uuid").asString());
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void itAlsoRunsAfterAnIdleCommand() {
        program.accelerate();

        rent(
                "exec sleep 600",
                "--idle",
                "2m",
                "--active",
                "false",
                "--before-destroy",
                "echo saved > " + file("saved"));

        assertThat(folder.resolve("saved")).hasContent("saved");
    }

    @Test
    void itIsStoppedAfterItsTime() {
        Program.Run run = rent("exit 7", "--before-destroy", "exec sleep 600", "--before-destroy-timeout", "1s");

        assertThat(run.status()).isEqualTo(7);
        assertThat(run.err()).contains("--before-destroy was stopped after 1 s");
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void theTimerLeavesItItsTime() throws IOException, InterruptedException {
        Path goOn = folder.resolve("goOn");
        new ProcessBuilder("mkfifo", goOn.toString()).start().waitFor();
        NamedPipe begun = new NamedPipe(folder.resolve("begun"));
        CompletableFuture<Program.Run> run = CompletableFuture.supplyAsync(() -> rent(
                "true",
                "--for",
                "30m",
                "--before-destroy",
                "echo $GPU_CLOUD_INSTANCE_UUID > " + begun + "; cat " + goOn + " > " + file("end"),
                "--before-destroy-timeout",
                "3h"));

        String uuid = begun.line(run);
        try (GpuCloudClient client = program.client()) {
            ShutdownRegular timer =
                    Objects.requireNonNull(client.instances().get(uuid).shutdownRegular());
            assertThat(timer.shutdownTime()).isAfter(client.timer().now().plus(Duration.ofHours(2)));
        }
        Files.writeString(goOn, "end");

        assertThat(run.join().status()).isZero();
        begun.close();
    }

    @Test
    void itDoesNotRunForAnInstanceThatIsGone() throws IOException {
        program.accelerate();

        Program.Run run = rent("exec sleep 600", "--for", "5m", "--before-destroy", "echo saved > " + file("saved"));

        assertThat(run.status()).isEqualTo(ExitStatus.LOST);
        assertThat(folder.resolve("saved")).doesNotExist();
    }

    @Test
    void aSecondSignalEndsIt() throws IOException, InterruptedException {
        NamedPipe begun = new NamedPipe(folder.resolve("begun"));
        Process process = new ProcessBuilder(program.process(
                        GpuCloud.class,
                        "rent",
                        "--pod",
                        "pod-comfyui",
                        "--for",
                        "1h",
                        "--before-destroy",
                        "echo saving > " + begun + "; exec sleep 600",
                        "--",
                        "sh",
                        "-c",
                        "echo running > " + begun + "; exec sleep 600"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(begun.line(process.onExit())).isEqualTo("running");
        process.destroy();
        assertThat(begun.line(process.onExit())).isEqualTo("saving");
        process.destroy();

        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(program.instances()).isEmpty();
        begun.close();
    }
}
