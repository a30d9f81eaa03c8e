package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each status of the table in the documentation. {@link RentalsScriptIT} has those of signals. */
@DisabledOnOs(OS.WINDOWS)
class ExitStatusTest extends CommandTestBase {

    @TempDir
    Path folder;

    static Set<String> documented() {
        return GpuCloud.commandLine(null)
                .getCommandSpec()
                .usageMessage()
                .exitCodeList()
                .keySet();
    }

    @ParameterizedTest
    @MethodSource("documented")
    void isReturnedAsDocumented(String status) throws IOException {
        if (!status.startsWith("128")) {
            assertThat(run(Integer.parseInt(status)).status()).hasToString(status);
        }
    }

    private Program.Run run(int status) throws IOException {
        return switch (status) {
            case ExitStatus.OK -> program.rent("--", "true");
            case ExitStatus.FINDINGS -> {
                program.keep();
                yield program.run("monitor", "--once", "--warn-hourly", "0.01");
            }
            case ExitStatus.IDLE ->
                program.accelerate().rent("--for", "8h", "--idle", "1m", "--active", "false", "--", "sleep", "600");
            case ExitStatus.LOST -> program.accelerate().rent("--for", "5m", "--poll", "5s", "--", "sleep", "600");
            case ExitStatus.USAGE -> program.rent("--gpus", "3", "--", "true");
            case ExitStatus.REJECTED -> {
                program.fault("createInstanceByPod", Map.of("status", 400));
                yield program.rent("--", "true");
            }
            case ExitStatus.NOT_AVAILABLE -> program.rent("--max-price", "0.01", "--", "true");
            case ExitStatus.FAILED -> {
                program.fault("listGpus", Map.of("effect", "reset_connection"));
                yield program.with(new FastTimer()).rent("--", "true");
            }
            case ExitStatus.LEFT -> {
                program.loseTheNextResponse();
                yield program.rent("--", "false");
            }
            case ExitStatus.NOT_EXECUTABLE ->
                program.rent("--", Files.createFile(folder.resolve("text")).toString());
            case ExitStatus.NO_COMMAND -> program.rent("--", "no-such-command");
            default -> throw new AssertionError("status " + status + " is documented, and has no test");
        };
    }

    @Test
    void isThatOfTheCommand() {
        assertThat(program.rent("--", "sh", "-c", "exit 7").status()).isEqualTo(7);
        assertThat(program.rent("--", "sh", "-c", "kill -KILL $$").status()).isEqualTo(128 + 9);
    }
}
