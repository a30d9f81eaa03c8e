package io.gpucloud.cli;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What SIGINT, SIGTERM and SIGHUP do to this process: they reach the command if it runs. Before, they end the wait of
 * the main thread by an interruption. Afterwards, they have no effect, because the instance is being destroyed.
 */
final class Signals {

    private final Thread main = Thread.currentThread();
    private final Duration grace;
    private @Nullable Process command;
    private @Nullable String first;
    private boolean over;

    /** {@code grace}: how long the command may take to end after SIGTERM or SIGHUP. */
    Signals(Duration grace) {
        this.grace = grace;
    }

    /**
     * Handles the signals from now on. By reflection, because the compiler warns about {@code sun.misc.Signal}, although
     * Java has no other way to learn which signal came.
     */
    void handle() {
        for (String name : List.of("INT", "TERM", "HUP")) {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object receiver = Proxy.newProxyInstance(
                        handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                            received(name);
                            return null;
                        });
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), receiver);
            } catch (ReflectiveOperationException unsupported) {
                // Windows has no SIGHUP, and -Xrs reserves all of them.
            }
        }
    }

    /** The signal that came first, such as {@code TERM}. */
    synchronized Optional<String> first() {
        return Optional.ofNullable(first);
    }

    /**
     * Runs a command. Returns its exit status, which is 128 + N if signal N ended it.
     *
     * @throws InterruptedException if a signal came before it was started
     */
    int run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = start(builder);
        try {
            return process.waitFor();
        } finally {
            end();
        }
    }

    private synchronized Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        if (first != null) {
            throw new InterruptedException();
        }
        command = builder.start();
        return command;
    }

    /** From now on, signals have no effect. */
    synchronized void end() {
        over = true;
    }

    private void received(String name) {
        Process running;
        synchronized (this) {
            first = first == null ? name : first;
            running = command;
            if (over) {
                return;
            }
            if (running == null) {
                main.interrupt();
                return;
            }
        }
        boolean interactive = name.equals("INT");
        // A terminal sends Ctrl-C to all processes of the foreground, and a second one could break the end of the command.
        if (!interactive || !isInForeground()) {
            send(name, running);
        }
        // Only Ctrl-C may leave the decision to the command: an interactive program goes on after it.
        if (!interactive) {
            killIfLate(running);
        }
    }

    private void killIfLate(Process running) {
        try {
            if (!running.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                running.destroyForcibly();
            }
        } catch (InterruptedException impossible) {
            running.destroyForcibly();
        }
    }

    private static void send(String name, Process running) {
        try {
            new ProcessBuilder("sh", "-c", "kill -s " + name + " " + running.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException noShell) {
            running.destroy();
        }
    }

    /** Whether this process is in the foreground of a terminal: the kernel compares fields 5 and 8, {@code pgrp} and {@code tpgid}. */
    private static boolean isInForeground() {
        Path stat = Path.of("/proc/self/stat");
        try {
            // The name of the program, in parentheses, may have blanks.
            String[] fields = Files.readString(stat).replaceFirst("(?s)^.*\\)\\s+", "").split(" ", -1);
            return fields[2].equals(fields[5]);
        } catch (IOException noLinux) {
            return System.console() != null;
        }
    }
}
