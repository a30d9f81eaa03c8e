package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.GpuCloud;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.JavaProcess;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the commands of the samples for cron and systemd in an account without instances. */
@Tag("ci")
class MonitorPageTest {

    private static final Path PAGE = Path.of("../docs/how-to/monitor.md");

    private static final Pattern COMMAND =
            Pattern.compile("(?m)^(?:\\*/5 \\* \\* \\* \\* |ExecStart=/usr/local/bin/)(gpu-cloud monitor[^\\n]*)");

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start();

    @TempDir
    private Path folder;

    static Stream<String> commands() throws IOException {
        Matcher commands = COMMAND.matcher(Files.readString(PAGE));
        return commands.results().map(found -> found.group(1).replace("/tmp/gpu-cloud.txt", "gpu-cloud.txt"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void findsNothing(String command) throws Exception {
        String program = JavaProcess.prepare(List.of(), GpuCloud.class).command().stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        String script = "cd " + folder + "; gpu-cloud() { " + program + " \"$@\"; }; " + command;

        ExternalProgram.of("bash", "-c", script)
                .calling(STUB.baseUrl(), "tenant-monitor")
                .with("XDG_STATE_HOME", folder)
                .succeed();
    }

    @Test
    void hasTwoSamples() throws IOException {
        assertThat(commands()).hasSize(2);
    }
}
