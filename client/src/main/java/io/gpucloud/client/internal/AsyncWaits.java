package io.gpucloud.client.internal;

import io.gpucloud.client.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Waits that hold no thread of the caller: one daemon thread looks for all of them, and ends when nobody waits. */
final class AsyncWaits implements AutoCloseable {

    /** The thread never sleeps longer than this, so that it notices who has begun to wait meanwhile. */
    private static final Duration NAP = Duration.ofSeconds(1);

    private final SharedLook shared;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final Executor executor;
    private final List<Pending<?>> pending = new ArrayList<>();
    private @Nullable Thread thread;
    private boolean closed;

    AsyncWaits(SharedLook shared, InstantSource clock, Sleeper sleeper, Executor executor) {
        this.shared = shared;
        this.clock = clock;
        this.sleeper = sleeper;
        this.executor = executor;
    }

    private record Pending<T>(Wait waiter, Function<Wait, T> result, CompletableFuture<T> future) {

        Instant due() {
            return waiter.due();
        }

        boolean isOver() {
            return future.isDone();
        }

        void complete() {
            future.complete(result.apply(waiter));
        }

        void fail(Throwable failure) {
            future.completeExceptionally(failure);
        }

        void cancel() {
            fail(new CancellationException("the client was closed"));
        }
    }

    /** Completes when the goal is reached, with what is then made of the wait. */
    <T> CompletableFuture<T> start(Wait wait, Function<Wait, T> result) {
        Pending<T> waiting = new Pending<>(wait, result, new CompletableFuture<>());
        add(waiting);
        return waiting.future();
    }

    private synchronized void add(Pending<?> waiting) {
        if (closed) {
            waiting.cancel();
            return;
        }
        if (thread == null) {
            // Not remembered before it has started: the system may have no thread to give.
            Thread starting = new Thread(this::run, "gpu-cloud-waits");
            starting.setDaemon(true);
            starting.start();
            thread = starting;
        }
        pending.add(waiting);
    }

    private void run() {
        try {
            for (Pending<?> next = next(); next != null; next = next()) {
                lookFor(next);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            abandon();
        }
    }

    /** Nobody must wait for a thread that has ended before its time. */
    private synchronized void abandon() {
        if (thread == Thread.currentThread()) {
            thread = null;
            end();
        }
    }

    /** Sleeps until one of the waits is due; null when there are none left, and then the thread counts as ended. */
    private @Nullable Pending<?> next() throws InterruptedException {
        while (true) {
            Duration rest;
            synchronized (this) {
                pending.removeIf(Pending::isOver);
                if (pending.isEmpty()) {
                    thread = null;
                    return null;
                }
                Pending<?> first =
                        pending.stream().min(Comparator.comparing(Pending::due)).orElseThrow();
                rest = Duration.between(clock.instant(), first.due());
                if (rest.isNegative() || rest.isZero()) {
                    pending.remove(first);
                    return first;
                }
            }
            sleeper.sleep(rest.compareTo(NAP) < 0 ? rest : NAP);
        }
    }

    private void lookFor(Pending<?> next) throws InterruptedException {
        try {
            Look look = shared.lookFor(next.waiter());
            if (look == null) {
                add(next);
            } else {
                executor.execute(() -> takeIn(look, next));
            }
        } catch (InterruptedException closing) {
            // No longer pending, so nobody else ends it.
            next.cancel();
            throw closing;
        } catch (RuntimeException | Error failure) {
            next.fail(failure);
        }
    }

    /** On the executor, since hooks, probes and whatever depends on the future may take their time. */
    private void takeIn(Look look, Pending<?> next) {
        try {
            if (next.waiter().isReachedIn(look, clock.instant())) {
                next.complete();
            } else {
                add(next);
            }
        } catch (RuntimeException | Error failure) {
            next.fail(failure);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        end();
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void end() {
        pending.forEach(Pending::cancel);
        pending.clear();
    }
}
