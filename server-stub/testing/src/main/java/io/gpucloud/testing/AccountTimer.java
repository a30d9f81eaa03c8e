package io.gpucloud.testing;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.spring.GpuCloudClientCustomizer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time of an account as the timer of its clients. A pause takes no real time: when all threads of the clients wait,
 * the clock of the account is moved to the next moment at which a pause is due. It never moves during a call, because a
 * call begins with the lock of this object. In the manual mode only the test moves the clock, which ends the pauses
 * that are then due. The clock counts whole seconds, so this class keeps the fractions. As an executor it runs the
 * asynchronous work of the clients, so that it knows those threads, too.
 *
 * <p>Other classes do not pass an object of this type to the client, because the client is an optional dependency.
 */
final class AccountTimer implements WaitTimer, CallListener, Executor {

    private static final Executor THREADS = Executors.newCachedThreadPool(AccountTimer::daemon);
    /** Nothing notifies of a thread that begins to wait for anything else than this timer. */
    private static final long RECHECK_MILLIS = 1;

    private static final int SECONDS_UNTIL_REPORT = 5;
    /** Much longer than background work takes on a busy machine. Work that is stuck must not stop the test for ever. */
    private static final int SECONDS_UNTIL_GOING_ON = 60;
    /**
     * How often a move of the clock stops for background work, at most: looks in each minute of a day would take long.
     */
    private static final int STOPS = 10;

    private final StubClock clock;
    /** Runs tasks after a pause of real time. */
    private final Executor later;

    private final Consumer<String> report;
    private final ClientThreads threads = new ClientThreads(System::nanoTime);
    private final PriorityQueue<Pause> pauses = new PriorityQueue<>(Comparator.comparing(Pause::due));
    private final PriorityQueue<Work> background = new PriorityQueue<>(Comparator.comparing(Work::due));
    /** The ends of background work that has begun. */
    private final List<CompletableFuture<?>> inProgress = new ArrayList<>();
    /** The time that the last pause has reached, with its fraction of a second. */
    private Instant reached = Instant.MIN;

    private boolean manual;
    private boolean moving;
    /** How often the test has moved the clock. */
    private int moves;

    private boolean reported;
    /** How many threads of the test move the clock now, which then does not move by itself. */
    private int advancing;

    AccountTimer(StubClock clock) {
        this(
                clock,
                CompletableFuture.delayedExecutor(SECONDS_UNTIL_REPORT, TimeUnit.SECONDS, THREADS),
                System.err::println);
    }

    AccountTimer(StubClock clock, Executor later, Consumer<String> report) {
        this.clock = clock;
        this.later = later;
        this.report = report;
    }

    /** A client of the account that waits with this timer. */
    GpuCloudClient newClient(StubAccount account) {
        return GpuCloudClient.builder()
                .baseUrl(account.baseUrl().toString())
                .apiKey(account.apiKey())
                .allowPlainHttp(true)
                .timer(this)
                .listener(this)
                .executor(this)
                .build();
    }

    /** Makes the threads of an auto-configured client known to this timer. */
    GpuCloudClientCustomizer customizer() {
        return builder -> builder.listener(this).executor(this);
    }

    @Override
    public synchronized Instant now() {
        threads.use();
        return time();
    }

    private Instant time() {
        Instant now = clock.now();
        return now.isAfter(reached) ? now : reached;
    }

    @Override
    public synchronized CompletableFuture<@Nullable Void> after(Duration delay) {
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        Pause pause = new Pause(now().plus(delay), delay, end);
        pauses.add(pause);
        if (manual) {
            reportLater(pause);
            endThoseDueAt(time());
        } else {
            beginToMove();
        }
        return end;
    }

    @Override
    public synchronized void background(Duration delay, Supplier<? extends CompletableFuture<?>> work) {
        background.add(new Work(time().plus(delay), work));
    }

    @Override
    public void await(CompletableFuture<?> end) throws InterruptedException {
        synchronized (this) {
            threads.waitBegins(end);
            notifyAll();
        }
        try {
            WaitTimer.super.await(end);
        } finally {
            synchronized (this) {
                threads.waitEnds();
            }
        }
    }

    @Override
    public synchronized Call started(ApiOperation operation) {
        threads.callBegins();
        return new Call() {
            @Override
            public void ended(@Nullable Throwable failure) {
                synchronized (AccountTimer.this) {
                    threads.callEnds();
                }
            }
        };
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            threads.taskIsQueued();
        }
        try {
            THREADS.execute(() -> run(task));
        } catch (RuntimeException | Error noThread) {
            synchronized (this) {
                threads.taskIsRejected();
            }
            throw noThread;
        }
    }

    private void run(Runnable task) {
        synchronized (this) {
            threads.taskBegins();
        }
        try {
            task.run();
        } finally {
            synchronized (this) {
                threads.taskEnds();
            }
        }
    }

    /** Sets whether pauses end only when the test moves the clock. */
    synchronized void manual(boolean wanted) {
        manual = wanted;
        if (manual) {
            pauses.forEach(this::reportLater);
        } else {
            beginToMove();
        }
    }

    private void beginToMove() {
        if (!moving) {
            // It needs the lock of this object, so that it begins later.
            THREADS.execute(this::move);
            moving = true;
        }
    }

    private void reportLater(Pause pause) {
        int before = moves;
        later.execute(() -> reportUnlessMoved(pause, before));
    }

    /** Without this line, a program that waits while the test does not move the clock would hang without a reason. */
    private synchronized void reportUnlessMoved(Pause pause, int before) {
        if (!manual || reported || pause.end().isDone()) {
            return;
        }
        if (moves != before) {
            reportLater(pause);
        } else {
            reported = true;
            report.accept(
                    "gpu-cloud-testing: since clock.manual(), only the test moves the clock, and it has not done so"
                            + " for " + SECONDS_UNTIL_REPORT + " s. These threads wait for it: " + threads.waiting()
                            + ". The wait ends at " + pause.due()
                            + ". Move the clock with clock.advance(..) in another thread, or"
                            + " end the manual mode with clock.unfreeze().");
        }
    }

    /**
     * Ends the pauses that are due, since the test has moved the clock. Without the manual mode they end by themselves.
     */
    synchronized void moved() {
        if (manual) {
            moves++;
            reported = false;
            endThoseDueAt(time());
        }
    }

    /** Drops the fraction of a second, because the time of the account went back. */
    synchronized void reset() {
        reached = Instant.MIN;
    }

    /** Moves the clock from pause to pause until none is left. */
    private synchronized void move() {
        try {
            while (!pauses.isEmpty() && !manual) {
                if (advancing == 0 && threads.allWait()) {
                    endNext();
                } else {
                    wait(RECHECK_MILLIS);
                }
            }
        } catch (InterruptedException stopping) {
            // No other class has this thread.
            Thread.currentThread().interrupt();
        } finally {
            moving = false;
        }
    }

    private void endNext() {
        Pause next = pauses.element();
        try {
            Instant stop = next.end().isDone() ? null : stopBefore(next.due(), next.length());
            if (stop != null) {
                advanceTo(stop);
                beginBackgroundWork();
                return;
            }
            if (!next.end().isDone()) {
                advanceTo(next.due());
            }
            endThoseDueAt(next.due());
        } catch (RuntimeException | Error unreachable) {
            // Without this, the threads that wait would never end.
            pauses.remove(next);
            execute(() -> next.end().completeExceptionally(unreachable));
        }
    }

    /** The next moment at which background work is due, or null if the clock does not stop before another moment. */
    private @Nullable Instant stopBefore(Instant end, Duration length) {
        Work next = background.peek();
        if (next == null || !next.due().isBefore(end)) {
            return null;
        }
        Instant soonest = time().plus(length.dividedBy(STOPS));
        Instant stop = next.due().isAfter(soonest) ? next.due() : soonest;
        return stop.isBefore(end) ? stop : null;
    }

    /** Begins the background work that is due. Other threads do it, which need the lock of this object. */
    private void beginBackgroundWork() {
        Instant now = time();
        inProgress.removeIf(CompletableFuture::isDone);
        while (!background.isEmpty() && !background.element().due().isAfter(now)) {
            Work work = background.remove();
            CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
            inProgress.add(end);
            execute(() -> {
                var unused = work.begin().get().whenComplete((done, failure) -> end.complete(null));
            });
        }
    }

    /**
     * Moves the clock for the test, and waits until the background work that becomes due on the way is done, or waits
     * for the clock itself.
     */
    synchronized void advance(Duration time) {
        Instant end = clock.now().plusSeconds(time.toSeconds());
        threads.waitBegins(new CompletableFuture<>());
        advancing++;
        try {
            awaitEnds();
            for (Instant stop = stopBefore(end, time); stop != null; stop = stopBefore(end, time)) {
                advanceTo(stop);
                moved();
                beginBackgroundWork();
                awaitEnds();
            }
            clock.move(Duration.ofSeconds(
                    Math.max(0, end.getEpochSecond() - clock.now().getEpochSecond())));
            moved();
            beginBackgroundWork();
            awaitEnds();
        } finally {
            advancing--;
            threads.waitEnds();
        }
    }

    private void awaitEnds() {
        long begin = System.nanoTime();
        long reportAfter = SECONDS_UNTIL_REPORT;
        while (inProgress.stream().anyMatch(end -> !end.isDone()) && !threads.allWait()) {
            long waited = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            if (waited >= SECONDS_UNTIL_GOING_ON) {
                return;
            }
            if (waited >= reportAfter) {
                reportAfter = SECONDS_UNTIL_GOING_ON;
                report.accept("gpu-cloud-testing: the background work of leases has not ended for "
                        + SECONDS_UNTIL_REPORT + " s. The clock goes on when it ends, or after "
                        + SECONDS_UNTIL_GOING_ON + " s. These threads wait for the clock: " + threads.waiting() + ".");
            }
            try {
                wait(RECHECK_MILLIS);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** The code after a pause may wait for another pause, so each of them ends on a thread of its own. */
    private void endThoseDueAt(Instant moment) {
        List<Pause> over = new ArrayList<>();
        while (!pauses.isEmpty() && !pauses.element().due().isAfter(moment)) {
            over.add(pauses.remove());
        }
        over.forEach(pause -> execute(() -> pause.end().complete(null)));
    }

    private void advanceTo(Instant due) {
        long seconds = due.getEpochSecond() - clock.now().getEpochSecond();
        if (seconds > 0) {
            clock.move(Duration.ofSeconds(seconds));
        }
        if (due.isAfter(reached)) {
            reached = due;
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "gpu-cloud-stub-timer");
        thread.setDaemon(true);
        return thread;
    }

    /** Work that is due, and that no thread waits for. */
    private record Work(Instant due, Supplier<? extends CompletableFuture<?>> begin) {}

    private record Pause(Instant due, Duration length, CompletableFuture<@Nullable Void> end) {}
}
