package io.gpucloud.cli.rent;

import io.gpucloud.cli.command.ShellCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Whether a command is active: because it prints, or because a probe says so. */
abstract class Activity implements BooleanSupplier {

    /** The value of {@code --active} for a command that is active while it prints. */
    static final String OUTPUT = "output";

    /** Connects the output of a command that is not started yet. */
    void redirect(ProcessBuilder command) {
        command.inheritIO();
    }

    /** The command was started. */
    void begins(Process command) {}

    /** The command has ended. Waits until its output is passed on, but not for a descendant that goes on printing. */
    void ended() throws InterruptedException {}

    static Activity of(@Nullable String option, Map<String, String> environment, Consumer<String> warning) {
        return OUTPUT.equals(option) ? new Printing() : new Probe(String.valueOf(option), environment, warning);
    }

    /** The command is active while it prints, also to standard error. */
    private static final class Printing extends Activity {

        private static final int LAST_OUTPUT_MILLIS = 5_000;

        private final AtomicBoolean printed = new AtomicBoolean();
        private final List<Thread> passing = new ArrayList<>();

        @Override
        public boolean getAsBoolean() {
            return printed.getAndSet(false);
        }

        @Override
        void redirect(ProcessBuilder command) {
            command.redirectInput(ProcessBuilder.Redirect.INHERIT);
        }

        @Override
        void begins(Process command) {
            passing.add(pass(command.getInputStream(), FileDescriptor.out));
            passing.add(pass(command.getErrorStream(), FileDescriptor.err));
        }

        @Override
        void ended() throws InterruptedException {
            for (Thread thread : passing) {
                thread.join(LAST_OUTPUT_MILLIS);
            }
        }

        private Thread pass(InputStream printing, FileDescriptor to) {
            Thread thread = new Thread(
                    () -> {
                        byte[] read = new byte[8192];
                        // Closing it would close the output of this program.
                        try (printing) {
                            FileOutputStream target = new FileOutputStream(to);
                            for (int length = printing.read(read); length >= 0; length = printing.read(read)) {
                                printed.set(true);
                                target.write(read, 0, length);
                            }
                        } catch (IOException ended) {
                            // The command, or the reader of its output, has ended.
                        }
                    },
                    "gpu-cloud-output");
            thread.setDaemon(true);
            thread.start();
            return thread;
        }
    }

    /** A shell command whose exit status 0 means active. A command counts as active if its probe cannot be read. */
    private static final class Probe extends Activity {

        private static final Duration LONGEST = Duration.ofSeconds(30);
        private static final int FIRST_UNREADABLE = 126;

        private final ShellCommand probe;
        private final Map<String, String> environment;
        private final Consumer<String> warning;
        private boolean warned;

        Probe(String probe, Map<String, String> environment, Consumer<String> warning) {
            this.probe = new ShellCommand("exec > /dev/null 2>&1; " + probe, LONGEST);
            this.environment = environment;
            this.warning = warning;
        }

        @Override
        public boolean getAsBoolean() {
            try {
                int status = probe.run(environment, "");
                return status >= FIRST_UNREADABLE ? unreadable("ended with status " + status) : status == 0;
            } catch (IOException failure) {
                return unreadable("failed, " + failure.getMessage());
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
                return true;
            }
        }

        private boolean unreadable(String why) {
            if (!warned) {
                warned = true;
                warning.accept("--active " + why + ". The command counts as active");
            }
            return true;
        }
    }
}
