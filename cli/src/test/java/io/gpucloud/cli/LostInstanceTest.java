package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An instance that ends before its command. */
@DisabledOnOs(OS.WINDOWS)
class LostInstanceTest extends CommandTestBase {

    @TempDir
    Path folder;

    private NamedPipe begun;
    private Path result;

    @BeforeEach
    void createPipe() throws IOException, InterruptedException {
        begun = new NamedPipe(folder.resolve("begun"));
        result = folder.resolve("result.json");
        program.accelerate();
    }

    @AfterEach
    void closePipe() throws IOException {
        begun.close();
    }

    /** Rents for a shell script that first says that it has begun. */
    private CompletableFuture<Program.Run> rent(String script, String... options) {
        List<String> arguments = new ArrayList<>(List.of("--result", result.toString()));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--", "sh", "-c", "echo $GPU_CLOUD_INSTANCE_UUID > " + begun + "; " + script));
        return CompletableFuture.supplyAsync(() -> program.rent(arguments.toArray(String[]::new)));
    }

    private void destroy(CompletableFuture<?> run) throws IOException {
        try (GpuCloudClient client = program.client()) {
            client.instances().destroy(begun.line(run));
        }
    }

    private JsonNode result() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(result));
    }

    @Test
    void stopsTheCommandOfAnInstanceThatIsDestroyedByOthers() throws IOException {
        CompletableFuture<Program.Run> run = rent("exec sleep 600");
        destroy(run);

        assertThat(run.join().status()).isEqualTo(ExitStatus.LOST);
        assertThat(run.join().err()).contains("its instance ended before it");
        assertThat(result().path("exit_status").asInt()).isEqualTo(ExitStatus.LOST);
        assertThat(result().path("command_exit_status").asInt()).isEqualTo(143);
        assertThat(result().path("end_reason").asString()).isEqualTo("ended_by_others");
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void stopsTheCommandOfAnInstanceWhoseTimerHasEndedIt() throws IOException {
        CompletableFuture<Program.Run> run = rent("exec sleep 600", "--for", "5m");
        assertThat(begun.line(run)).isNotEmpty();

        assertThat(run.join().status()).isEqualTo(ExitStatus.LOST);
        assertThat(result().path("end_reason").asString()).isEqualTo("timer");
        Instant ended = Instant.parse(result().path("instance_ended_at").asString());
        assertThat(ended).isAfterOrEqualTo(result().path("timer_ends_at").asString());
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void alsoStopsTheDescendantsOfTheCommand() throws IOException {
        Path child = folder.resolve("child");
        CompletableFuture<Program.Run> run =
                rent("(trap 'echo saved > " + child + "; exit' TERM; sleep 600 & wait) & wait");
        destroy(run);

        assertThat(run.join().status()).isEqualTo(ExitStatus.LOST);
        assertThat(child).hasContent("saved");
    }

    @Test
    void letsTheCommandRunIfAsked() throws IOException {
        CompletableFuture<Program.Run> run = rent(
                "until grep -q ended_by_others " + result + "; do sleep 0.1; done; exit 7", "--on-lost", "continue");
        destroy(run);

        assertThat(run.join().status()).isEqualTo(7);
        assertThat(run.join().err()).contains("was shut down or is gone");
        assertThat(result().path("command_exit_status").asInt()).isEqualTo(7);
    }
}
