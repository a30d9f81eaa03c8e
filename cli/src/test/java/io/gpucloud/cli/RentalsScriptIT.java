package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program in a shell script: exit status and instances left, whatever goes wrong. */
@Tag("ci")
@DisabledOnOs(OS.WINDOWS)
class RentalsScriptIT {

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=1s");

    @TempDir
    Path folder;

    @Test
    void leavesNothingOrSaysSo() throws Exception {
        Path program = Files.writeString(
                folder.resolve("gpu-cloud"),
                "#!/bin/sh\nexec '" + System.getProperty("java.home") + "/bin/java' -XX:TieredStopAtLevel=1 -jar '"
                        + Path.of("target", "gpu-cloud.jar").toAbsolutePath() + "' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder script =
                new ProcessBuilder("sh", "src/test/sh/rentals.sh").redirectError(ProcessBuilder.Redirect.INHERIT);
        script.environment().put("STUB", "http://127.0.0.1:" + stub.baseUrl().getPort());
        script.environment().merge("PATH", folder.toString(), (path, first) -> first + File.pathSeparator + path);
        Process process = script.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(output).isEqualTo("""
                        a job that succeeds: exit status 0, 0 left
                        a job that fails with 7: exit status 7, 0 left
                        a job that ends by SIGTERM: exit status 143, 0 left
                        a program that is killed: exit status 137, 1 left
                          then recover: exit status 0, 0 left
                        a signal during the boot: exit status 143, 0 left
                        a reader that has ended: exit status 141, 0 left
                        a lost response: exit status 125, 1 left
                        a lost response, sole user: exit status 0, 0 left
                        no capacity: exit status 122, 0 left
                        no price that is low enough: exit status 122, 0 left
                        no money: exit status 121, 0 left
                        a revoked key: exit status 121, 0 left
                        a missing command: exit status 127, 0 left
                        wrong usage: exit status 120, 0 left
                        a limit: exit status 122, 0 left
                        """);
    }
}
