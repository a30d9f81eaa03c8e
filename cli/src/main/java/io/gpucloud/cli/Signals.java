package io.gpucloud.cli;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What SIGINT, SIGTERM and SIGHUP do to this process: they reach the command if it runs. Before, they end the wait of
 * the main thread by an interruption. Afterwards, they have no effect, because the instance is being destroyed.
 */
final class Signals implements AutoCloseable {

    private final Thread main = Thread.currentThread();
    private final Duration grace;
    private final Map<String, Object> replaced = new HashMap<>();
    private @Nullable Process command;
    private boolean received;
    private boolean over;

    /** {@code grace}: how long the command may take to end after SIGTERM or SIGHUP. */
    Signals(Duration grace) {
        this.grace = grace;
    }

    /** Handles the signals from now on. */
    void handle() {
        for (String name : List.of("INT", "TERM", "HUP")) {
            try {
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                handle(name, Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, this::invoke))
                        .ifPresent(before -> replaced.put(name, before));
            } catch (ReflectiveOperationException unsupported) {
                // Windows has no SIGHUP, and a signal that the shell ignores for this process stays ignored.
            }
        }
    }

    /** A call of {@code SignalHandler.handle(Signal)}. */
    private @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
        received(arguments[0].toString().replaceFirst("^SIG", ""));
        return null;
    }

    /**
     * Returns the handler that was replaced. By reflection, because the compiler warns about {@code sun.misc.Signal},
     * although Java has no other way to learn which signal came.
     */
    private static Optional<Object> handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        return Optional.ofNullable(signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
                .invoke(null, signal.getConstructor(String.class).newInstance(name), handler));
    }

    /** Restores the handlers of before. */
    @Override
    public void close() {
        replaced.forEach((name, handler) -> {
            try {
                handle(name, handler);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        });
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
        if (received) {
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
            received = true;
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
        // A terminal sends Ctrl-C to all processes of the foreground, and a second one could break the end of the
        // command.
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

    /**
     * Whether this process is in the foreground of a terminal: the kernel compares fields 5 and 8, {@code pgrp} and
     * {@code tpgid}.
     */
    private static boolean isInForeground() {
        Path stat = Path.of("/proc/self/stat");
        try {
            // The name of the program, in parentheses, may have blanks.
            String[] fields =
                    Files.readString(stat).replaceFirst("(?s)^.*\\)\\s+", "").split(" ", -1);
            return fields[2].equals(fields[5]);
        } catch (IOException noLinux) {
            return Terminal.console() != null;
        }
    }
}
