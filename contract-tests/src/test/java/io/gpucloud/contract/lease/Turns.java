package io.gpucloud.contract.lease;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.api.ApiOperation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that take turns, so that a seed repeats a run. One of them runs at a time. Another one goes on while it
 * waits, and sometimes before or after a call. The time advances to the end of the next pause when all of them wait.
 */
final class Turns {

    private final Random random;
    private final Consumer<Instant> clock;
    private final List<Worker> workers = new ArrayList<>();
    private final PriorityQueue<Pause> pauses = new PriorityQueue<>(Comparator.comparing(Pause::due));
    private @Nullable Worker running;

    private record Pause(Instant due, CompletableFuture<@Nullable Void> end) {}

    private static final class Worker {
        private final Thread thread;
        /** The condition that it waits for. */
        private @Nullable CompletableFuture<?> end = CompletableFuture.completedFuture(null);

        private Worker(Runnable work) {
            thread = new Thread(work);
        }
    }

    /** {@code clock}: advances to a moment. */
    Turns(long seed, Consumer<Instant> clock) {
        random = new Random(seed);
        this.clock = clock;
    }

    /** Runs all of them until each has ended. Throws the failure of one. */
    void run(List<Runnable> works) {
        List<CompletableFuture<@Nullable Void>> ends = new ArrayList<>();
        synchronized (this) {
            for (Runnable work : works) {
                CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
                ends.add(ended);
                workers.add(new Worker(() -> run(work, ended)));
            }
            workers.forEach(worker -> worker.thread.start());
            next();
        }
        ends.forEach(CompletableFuture::join);
    }

    private void run(Runnable work, CompletableFuture<@Nullable Void> ended) {
        Worker self = awaitTurn();
        try {
            work.run();
            ended.complete(null);
        } catch (RuntimeException | Error failure) {
            ended.completeExceptionally(failure);
        } finally {
            synchronized (this) {
                workers.remove(self);
                next();
            }
        }
    }

    /** Whether the calling thread is one of them. */
    synchronized boolean haveThisThread() {
        return current() != null;
    }

    private @Nullable Worker current() {
        return workers.stream()
                .filter(worker -> worker.thread == Thread.currentThread())
                .findFirst()
                .orElse(null);
    }

    /** A pause of the calling thread, or of one that it works for. */
    synchronized CompletableFuture<@Nullable Void> pauseUntil(Instant due) {
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        pauses.add(new Pause(due, end));
        return end;
    }

    /** Lets others go on until something has ended, and at least one of them if it has. */
    void await(CompletableFuture<?> end) {
        synchronized (this) {
            Worker self = current();
            if (self == null) {
                return;
            }
            self.end = end;
            next();
        }
        var unused = end.whenComplete((done, failure) -> {
            synchronized (this) {
                if (running == null) {
                    next();
                }
            }
        });
        awaitTurn();
    }

    private synchronized Worker awaitTurn() {
        boolean interrupted = false;
        Worker self = Objects.requireNonNull(current());
        while (running != self) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return self;
    }

    private void next() {
        running = null;
        while (running == null) {
            List<Worker> ready =
                    workers.stream().filter(worker -> isDone(worker.end)).toList();
            if (!ready.isEmpty()) {
                running = ready.get(random.nextInt(ready.size()));
                running.end = null;
            } else if (pauses.isEmpty()) {
                // Another thread ends what they wait for.
                return;
            } else {
                Pause pause = pauses.remove();
                clock.accept(pause.due());
                pause.end().complete(null);
            }
        }
        notifyAll();
    }

    private static boolean isDone(@Nullable CompletableFuture<?> end) {
        return end != null && end.isDone();
    }

    /** Lets others go on between a request and its effect, or between the effect and what the thread does next. */
    CallListener atSomeCalls() {
        return new CallListener() {
            @Override
            public Call started(ApiOperation operation) {
                yieldSometimes();
                return new Call() {
                    @Override
                    public void ended(@Nullable Throwable failure) {
                        yieldSometimes();
                    }
                };
            }
        };
    }

    private void yieldSometimes() {
        boolean now;
        synchronized (this) {
            now = current() != null && random.nextInt(4) == 0;
        }
        if (now) {
            await(CompletableFuture.completedFuture(null));
        }
    }
}
