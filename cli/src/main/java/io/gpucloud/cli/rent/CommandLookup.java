package io.gpucloud.cli.rent;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Looks for a command as a shell does, before anything is rented for it. */
final class CommandLookup {

    private CommandLookup() {}

    /** @throws UsageException if there is no such command, or it cannot be executed */
    static void require(String command) {
        // Windows also adds endings to the name.
        if (File.separatorChar == '\\') {
            return;
        }
        List<Path> found =
                candidates(command).stream().filter(Files::isRegularFile).toList();
        if (found.isEmpty()) {
            throw new UsageException("there is no command " + Text.printable(command), ExitStatus.NO_COMMAND);
        }
        if (found.stream().noneMatch(Files::isExecutable)) {
            throw new UsageException(
                    "the command " + Text.printable(command) + " cannot be executed", ExitStatus.NOT_EXECUTABLE);
        }
    }

    private static List<Path> candidates(String command) {
        if (command.contains(File.separator)) {
            return List.of(Path.of(command));
        }
        String folders = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin" + File.pathSeparator + "/bin");
        return Arrays.stream(folders.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, command))
                .toList();
    }
}
