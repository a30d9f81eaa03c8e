package io.gpucloud.cli.rent;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.Program;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.lease.LeaseEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The file of {@code --result} is right at each moment. */
@DisabledOnOs(OS.WINDOWS)
class RentalResultTest extends CommandTestBase {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("result.json");
    }

    private static JsonNode read(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    /** A reader that looks while the file is replaced finds the old one or the new one. */
    @Test
    void existsWhileItIsReplaced() throws Exception {
        ResultFile result = ResultFile.named(file());
        result.write(Map.of("state", "creating"));
        AtomicBoolean written = new AtomicBoolean();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            while (!written.get()) {
                assertThat(file()).exists();
            }
        });

        for (int i = 0; i < 2_000; i++) {
            result.write(Map.of("state", "booting"));
        }
        written.set(true);

        reader.join();
    }

    @Test
    void namesTheInstanceWhileTheCommandRuns() throws IOException {
        Path seen = folder.resolve("seen.json");
        program.rent("--tag", "run-17", "--result", file().toString(), "--", "cp", file().toString(), seen.toString());

        JsonNode during = read(seen);
        assertThat(during.path("state").asString()).isEqualTo("running");
        assertThat(during.path("tag").asString()).isEqualTo("run-17");
        assertThat(during.path("left").get(0)).isEqualTo(during.path("instance_uuid"));
        assertThat(during.path("timer_ends_at").isString()).isTrue();
        assertThat(during.path("exit_status").isNull()).isTrue();
        assertThat(read(file()).path("state").asString()).isEqualTo("ended");
        assertThat(read(file()).path("left")).isEmpty();
    }

    @Test
    void saysThatTheOutcomeIsUnknownWhileTheRequestIsSent() throws IOException {
        RentalResult result = new RentalResult(Instant::now, file());
        result.on(event(LeaseEvent.Type.CREATING, null));

        assertThat(read(file()).path("state").asString()).isEqualTo("creating");
        assertThat(read(file()).path("outcome_unknown").asBoolean()).isTrue();
    }

    @Test
    void namesAnInstanceThatBootsAndIsDestroyed() throws IOException {
        RentalResult result = new RentalResult(Instant::now, file());
        result.on(event(LeaseEvent.Type.CREATING, null));
        result.on(event(LeaseEvent.Type.BOOTING, "instance-1"));

        assertThat(read(file()).path("state").asString()).isEqualTo("booting");
        assertThat(read(file()).path("left").get(0).asString()).isEqualTo("instance-1");
        assertThat(read(file()).path("outcome_unknown").asBoolean()).isFalse();

        result.on(event(LeaseEvent.Type.ENDING, "instance-1"));
        assertThat(read(file()).path("state").asString()).isEqualTo("ending");
        assertThat(read(file()).path("left").get(0).asString()).isEqualTo("instance-1");
    }

    private static LeaseEvent event(LeaseEvent.Type type, @Nullable String instanceUuid) {
        return new LeaseEvent(type, Instant.now(), "run-17", "me.1: run", instanceUuid, null, null, null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--for 1x -- true",
                "--no-such-option -- true",
                "--keep -- true",
                "--keep",
                "--base-url ftp://host -- true",
                "--api-key-file /no/such/file -- true",
                "--max-open 0 -- true"
            })
    void aWrongCommandLineReplacesTheFileOfTheLastRental(String arguments) throws IOException {
        Files.writeString(file(), "{\"exit_status\": 0}");
        Program.Run wrong = program.rent(("--result " + file() + " " + arguments).split(" ", -1));

        assertThat(wrong.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(read(file()).path("exit_status").asInt()).isEqualTo(ExitStatus.USAGE);
        assertThat(read(file()).path("state").asString()).isEqualTo("failed");
        assertThat(wrong.err()).contains(read(file()).path("message").asString());
    }

    @Test
    void rejectsAFileThatIsNotRegular() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

        Program.Run rejected = program.rent("--result", pipe.toString(), "--", "true");

        assertThat(rejected.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(rejected.err().lines()).singleElement().asString().contains("--result must name a regular file");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(program.created()).isZero();
    }

    @Test
    void rejectsAFolderThatDoesNotExist() {
        Program.Run rejected = program.rent(
                "--result", folder.resolve("none").resolve("result.json").toString(), "--", "true");

        assertThat(rejected.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(rejected.err().lines())
                .containsExactly("gpu-cloud: --result cannot be written: " + folder.resolve("none")
                        + " is no folder in which you can write");
    }

    @Test
    void leavesNoOtherFile() throws IOException {
        program.rent("--result", file().toString(), "--", "true");

        try (var files = Files.list(folder)) {
            assertThat(files)
                    .doesNotContain(folder.resolve("result.json.new"))
                    .noneMatch(path -> path.getFileName().toString().startsWith("."));
        }
    }

    @Test
    void aResultThatCannotBeWrittenIsAFailure() throws IOException {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        Path result = gone.resolve("result.json");
        Program.Run run = program.rent("--result", result.toString(), "--", "rm", "-r", gone.toString());

        assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(run.err()).contains("the result was not written");
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void aFailedWriteDoesNotHideThatSomethingIsLeft() throws IOException {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        RentalResult result = new RentalResult(Instant::now, gone.resolve("result.json"));
        Files.delete(gone.resolve("result.json"));
        Files.delete(gone);

        assertThat(result.finish(ExitStatus.LEFT, new PrintWriter(new StringWriter())))
                .isEqualTo(ExitStatus.LEFT);
    }
}
