package io.gpucloud.cli.command;

import io.gpucloud.cli.output.Text;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command line of the user, which a shell runs within a time limit. Its output goes to standard error.
 *
 * @param line for {@code sh}
 * @param limit after which it is killed with its descendants
 */
public record ShellCommand(String line, Duration limit) {

    /**
     * Runs the command with more variables and an input. Returns its exit status.
     *
     * @throws IOException if there is no shell, or the command does not end in time
     */
    public int run(Map<String, String> variables, String input) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "eval \"$1\" >&2", "sh", line)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables);
        Process process = builder.start();
        try (OutputStream end = process.getOutputStream()) {
            end.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unread) {
            // The command need not read its input.
        }
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        throw new IOException("it did not end within " + Text.duration(limit));
    }
}
