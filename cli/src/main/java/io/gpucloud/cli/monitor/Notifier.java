package io.gpucloud.cli.monitor;

import io.gpucloud.cli.command.PrivateFiles;
import io.gpucloud.cli.command.ShellCommand;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Runs a command once when a finding begins and once when it ends. A file in the folder of the journal has the findings
 * of which it was notified, also by a monitor that has ended. A lock lets one monitor of the folder notify.
 */
final class Notifier {

    private static final String STATE = "monitor.json";

    private final ShellCommand command;
    private final Path folder;
    private final Progress progress;

    Notifier(ShellCommand command, Path folder, Progress progress) {
        this.command = command;
        this.folder = folder;
        this.progress = progress;
    }

    /** {@code complete}: whether an instance that is not listed does not exist. */
    void update(Findings now, boolean complete) throws IOException, InterruptedException {
        Path lock = folder.resolve("monitor.lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            if (held != null) {
                Path state = folder.resolve(STATE);
                Findings before = read(state);
                Findings latest = complete ? now : now.with(before);
                for (Map<String, @Nullable Object> change : latest.changesSince(before)) {
                    send(change);
                }
                PrivateFiles.replace(state, latest.toJson(), PrivateFiles.ONLY_MINE);
            }
        } catch (OverlappingFileLockException anotherInThisProcess) {
            // It notifies.
        }
    }

    private static Findings read(Path state) throws IOException {
        try {
            return Files.exists(state) ? Findings.fromJson(Files.readString(state)) : Findings.NONE;
        } catch (JacksonException damaged) {
            return Findings.NONE;
        }
    }

    private void send(Map<String, @Nullable Object> change) throws InterruptedException {
        try {
            int status = command.run(Map.of(), Output.jsonLine(change) + "\n");
            if (status != 0) {
                progress.warn("--notify ended with status " + status + ": " + change.get("message"));
            }
        } catch (IOException failure) {
            progress.warn("--notify failed, " + failure.getMessage() + ": " + change.get("message"));
        }
    }
}
