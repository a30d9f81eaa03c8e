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

/**
 * Waits that hold no thread of the caller: one daemon thread looks for all of them, and ends when nobody waits. No future is
 * completed under the lock, nor on that thread: what depends on it may take its time, or use the client.
 */
final class AsyncWaits implements AutoCloseable {

    /** The thread never sleeps longer than this, so that it notices who has begun to wait meanwhile. */
    private static final Duration NAP = Duration.ofSeconds(1);

    private final SharedLook shared;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final Executor executor;
    private final List<Pending<?>> pending = new ArrayList<>();
    private @Nullable Thread thread;
    private volatile boolean closed;

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
    }

    /** Completes when the goal is reached, with what is then made of the wait. */
    <T> CompletableFuture<T> start(Wait wait, Function<Wait, T> result) {
        Pending<T> waiting = new Pending<>(wait, result, new CompletableFuture<>());
        addOrCancel(waiting);
        return waiting.future();
    }

    /** For threads on which what depends on the future may run, if anything does yet. */
    private void addOrCancel(Pending<?> waiting) {
        if (!add(waiting)) {
            waiting.fail(closing());
        }
    }

    /** Answers false if nobody will look any more. */
    private synchronized boolean add(Pending<?> waiting) {
        if (closed) {
            return false;
        }
        if (thread == null) {
            // Not remembered before it has started: the system may have no thread to give.
            Thread starting = new Thread(this::run, "gpu-cloud-waits");
            starting.setDaemon(true);
            starting.start();
            thread = starting;
        }
        return pending.add(waiting);
    }

    private void run() {
        try {
            for (Pending<?> next = next(); next != null; next = next()) {
                lookFor(next);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            abandon(waiting -> reason(waiting, interruption));
        } catch (RuntimeException | Error failure) {
            // Of a clock or a sleeper.
            abandon(waiting -> failure);
        }
    }

    /** Nobody must wait for a thread that ends before its time. */
    private void abandon(Function<Pending<?>, Throwable> reason) {
        List<Pending<?>> left;
        synchronized (this) {
            thread = null;
            left = takeAll();
        }
        left.forEach(waiting -> fail(waiting, reason.apply(waiting)));
    }

    private synchronized List<Pending<?>> takeAll() {
        List<Pending<?>> all = List.copyOf(pending);
        pending.clear();
        return all;
    }

    private Throwable reason(Pending<?> waiting, InterruptedException interruption) {
        return closed ? closing() : waiting.waiter().interrupted(interruption);
    }

    private static CancellationException closing() {
        return new CancellationException("the client was closed");
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
            if (look != null) {
                executor.execute(() -> takeIn(look, next));
            } else if (!add(next)) {
                fail(next, closing());
            }
        } catch (InterruptedException interruption) {
            // No longer pending, so nobody else ends it.
            fail(next, reason(next, interruption));
            throw interruption;
        } catch (RuntimeException | Error failure) {
            // Where the transport is gone already, it is the first to say that the client was closed.
            fail(next, closed ? closing() : failure);
        }
    }

    /** On the executor, since hooks, probes and whatever depends on the future may take their time. */
    private void takeIn(Look look, Pending<?> next) {
        try {
            if (next.waiter().isReachedIn(look, clock.instant())) {
                next.complete();
            } else {
                addOrCancel(next);
            }
        } catch (RuntimeException | Error failure) {
            next.fail(failure);
        }
    }

    /** On the executor as well, or here if that takes no more work. */
    private void fail(Pending<?> waiting, Throwable failure) {
        try {
            executor.execute(() -> waiting.fail(failure));
        } catch (RuntimeException | Error refused) {
            waiting.fail(failure);
        }
    }

    @Override
    public void close() {
        List<Pending<?>> left;
        synchronized (this) {
            closed = true;
            left = takeAll();
            if (thread != null) {
                thread.interrupt();
            }
        }
        left.forEach(waiting -> fail(waiting, closing()));
    }
}
