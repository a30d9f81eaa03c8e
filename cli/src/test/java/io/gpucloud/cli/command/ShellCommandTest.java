package io.gpucloud.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ShellCommandTest {

    @TempDir
    Path folder;

    @Test
    void killsACommandThatHangsAndItsDescendants() throws IOException {
        Path child = folder.resolve("child");
        ShellCommand command = new ShellCommand("sleep 600 & echo $! > " + child + "; wait", Duration.ofSeconds(20));

        assertThatThrownBy(() -> command.run(Map.of(), ""))
                .isInstanceOf(IOException.class)
                .hasMessage("it did not end within 20 s");
        ProcessHandle.of(Long.parseLong(Files.readString(child).strip()))
                .ifPresent(ended -> ended.onExit().join());
    }

    @Test
    void passesInputAndVariables() throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ShellCommand command = new ShellCommand("(cat; echo $KIND) > " + output + "; exit 3", Duration.ofMinutes(10));

        assertThat(command.run(Map.of("KIND", "left"), "input ")).isEqualTo(3);
        assertThat(output).hasContent("input left");
    }
}
