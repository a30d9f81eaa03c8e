package io.gpucloud.cli.rent;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.Program;
import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands with an instance of a killed process. */
@DisabledOnOs(OS.WINDOWS)
class RecoverCommandTest extends CommandTestBase {

    @TempDir
    Path folder;

    private Program.Run resume(String... command) {
        String line = "--resume --poll 0.1s --window 0.1s --result " + file() + " -- " + String.join(" ", command);
        return program.run("recover", line.split(" ", -1));
    }

    private Path file() {
        return folder.resolve("result.json");
    }

    private static JsonNode read(Path file) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    @Test
    void namesInTheResultWhatItDoesNotResume() throws IOException {
        Files.createDirectories(program.journal);
        program.leaveBehind("one");
        program.leaveBehind("two");
        Path seen = folder.resolve("seen.json");

        assertThat(resume("cp", file().toString(), seen.toString()).status()).isZero();

        assertThat(program.instances()).hasSize(1);
        assertThat(read(file()).path("left").get(0).asString())
                .isEqualTo(program.instances().get(0));
        assertThat(read(file()).path("message").asString()).doesNotContain("nothing is left");
        assertThat(read(seen).path("left")).hasSize(2);
    }

    @Test
    void namesTheCandidatesOfALostResponse() throws IOException {
        program.loseTheNextResponse();
        program.rent("--", "true");

        Program.Run failed = resume("true");

        String candidate = program.instances().get(0);
        assertThat(failed.status()).isEqualTo(ExitStatus.LEFT);
        assertThat(failed.err()).contains("If it is yours: gpu-cloud destroy " + candidate);
        assertThat(read(file()).path("candidates").get(0).asString()).isEqualTo(candidate);
        assertThat(read(file()).path("outcome_unknown").asBoolean()).isTrue();
    }
}
