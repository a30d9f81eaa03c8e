package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.Program;
import io.gpucloud.stub.GpuCloudStub;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of the Model Context Protocol that other people wrote, with the packaged program. They need Node.js. */
@Tag("ci")
class McpClientsIT {

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=1s", "stub.lifecycle.shutdown=0s");

    @Test
    void rentAndEndARental(@TempDir Path folder) throws Exception {
        Program program = new Program(stub, folder);
        List<String> command = new ArrayList<>(List.of("npm", "run", "verify", "--"));
        command.addAll(program.process("mcp", McpCommandTest.limits("--ask-above", "1")));

        Process npm = new ProcessBuilder(command)
                .directory(new File("src/test/node"))
                .redirectErrorStream(true)
                .start();
        String output = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(npm.waitFor()).as(output).isZero();
        assertThat(program.created()).isEqualTo(2);
        assertThat(program.instances()).isEmpty();
    }
}
