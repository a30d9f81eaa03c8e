package io.gpucloud.cli.rent;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Terminal;
import io.gpucloud.cli.output.UsageException;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The effect of SIGINT, SIGTERM and SIGHUP on this process: they reach the command and its descendants if it runs.
 * Before, they end the wait of the main thread by an interruption. Afterwards, they have no effect, because the
 * instance is being destroyed.
 */
final class Signals implements AutoCloseable {

    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);
    private static final int SIGNALLED = 128;

    private final Thread main = Thread.currentThread();
    private final Duration grace;
    private final Map<String, Object> replaced = new HashMap<>();
    private @Nullable Process command;

    /** The number of the latest signal, or 0. */
    private int received;

    /** Whether a signal came before the command. */
    private boolean interrupted;

    private boolean over;

    /** Complete when the command and its descendants have ended, if they got a signal. */
    private CompletableFuture<?> ending = CompletableFuture.completedFuture(null);

    /** {@code grace}: how long the command may take to end after SIGTERM or SIGHUP. */
    Signals(Duration grace) {
        this.grace = grace;
    }

    /**
     * Handles the signals from now on.
     *
     * @throws UsageException if this Java cannot, because a signal would end the program and leave its instance
     */
    void handle() {
        for (String name : NUMBERS.keySet()) {
            try {
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                handle(name, Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, this::invoke))
                        .ifPresent(before -> replaced.put(name, before));
            } catch (ClassNotFoundException missing) {
                throw new UsageException("this Java has no module jdk.unsupported, without which a signal would leave"
                        + " the instance running. Add the module to the runtime");
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

    /** Waits for the end of a command. Returns its exit status, which is 128 + N if signal N ended it. */
    int await(Process process) throws InterruptedException {
        int status = process.waitFor();
        whenEnded().join();
        return status;
    }

    /** Waits for the end of a command. Returns null if it has not ended within a time. It is stopped then. */
    @Nullable
    Integer await(Process process, Duration longest) throws InterruptedException {
        boolean inTime = process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
        if (!inTime) {
            stop("TERM");
        }
        int status = await(process);
        return inTime ? status : null;
    }

    private synchronized CompletableFuture<?> whenEnded() {
        return ending;
    }

    /**
     * The failure to report. A signal before the command interrupts whatever request or wait is under way, which then
     * fails in its own way.
     */
    synchronized Exception explain(Exception failure) {
        return interrupted && ExitStatus.of(failure) != ExitStatus.LEFT ? new InterruptedException() : failure;
    }

    /** The exit status after a signal that came before the command; otherwise that of the failure. */
    synchronized int exitStatus(Exception failure) {
        return failure instanceof InterruptedException && interrupted ? SIGNALLED + received : ExitStatus.of(failure);
    }

    /**
     * Starts a command.
     *
     * @throws InterruptedException if a signal came before
     */
    synchronized Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        if (received > 0) {
            throw new InterruptedException();
        }
        return startNext(builder);
    }

    /** Starts a command that is also needed after a signal. The next signal ends it. */
    synchronized Process startNext(ProcessBuilder builder) throws IOException {
        command = builder.start();
        return command;
    }

    /** From now on, signals have no effect. */
    synchronized void end() {
        over = true;
    }

    private void received(String name) {
        synchronized (this) {
            received = NUMBERS.getOrDefault(name, 0);
            if (over) {
                return;
            }
            if (command == null) {
                interrupted = true;
                main.interrupt();
                return;
            }
        }
        if (!name.equals("INT")) {
            stop(name);
        } else if (!isInForeground()) {
            // A terminal sends Ctrl-C to all processes of the foreground, and a second one could break the end of the
            // command. Only Ctrl-C may leave the decision to the command: an interactive program goes on after it.
            send(name, withDescendants(command));
        }
    }

    /** Ends the command. It is killed after the grace, with all its descendants. */
    private void stop(String name) {
        stop(name, () -> {});
    }

    /** As {@link #stop(String)}. {@code before}: called if the command runs, and before it can end. */
    synchronized void stop(String name, Runnable before) {
        if (command == null || over || !command.isAlive()) {
            return;
        }
        before.run();
        List<ProcessHandle> all = withDescendants(command);
        send(name, all);
        CompletableFuture<?>[] ends = all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        ending = CompletableFuture.allOf(ends)
                .completeOnTimeout(null, grace.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(() -> all.forEach(ProcessHandle::destroyForcibly));
    }

    private static List<ProcessHandle> withDescendants(Process running) {
        return Stream.concat(Stream.of(running.toHandle()), running.descendants())
                .toList();
    }

    private static void send(String name, List<ProcessHandle> processes) {
        String ids = processes.stream().map(each -> Long.toString(each.pid())).collect(Collectors.joining(" "));
        try {
            new ProcessBuilder("sh", "-c", "kill -s " + name + " " + ids)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException noShell) {
            processes.forEach(ProcessHandle::destroy);
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
