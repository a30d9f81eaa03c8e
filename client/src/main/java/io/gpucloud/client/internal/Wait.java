package io.gpucloud.client.internal;

import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.ResourceNotFoundException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One wait for a condition of an instance, in steps. The caller repeats {@link #step()} until the condition holds,
 * blocking or asynchronously. Not safe for use by several threads at the same time.
 */
final class Wait {

    private final String instanceUuid;
    private final WaitCondition condition;
    private final WaitOptions options;
    private final SharedInstancePoll polls;
    private final WaitTimer timer;
    private final Duration begun;
    private final Duration staleUntil;
    private Duration due;
    private Duration interval;
    private Supplier<CompletableFuture<?>> resumption = Wait::immediately;
    private long seen;
    private int taken;
    private int absences;
    private boolean unknown;
    private @Nullable Instance last;
    private @Nullable GpuCloudException lastFailure;

    /**
     * {@code staleUntil}: until when the list may show the status of before the latest start of the instance by this
     * client.
     */
    Wait(
            String instanceUuid,
            WaitCondition condition,
            WaitOptions options,
            SharedInstancePoll polls,
            WaitTimer timer,
            Duration staleUntil) {
        this.instanceUuid = instanceUuid;
        this.condition = condition;
        this.options = Objects.requireNonNull(options, "options");
        this.polls = polls;
        this.timer = timer;
        this.staleUntil = staleUntil;
        begun = polls.now();
        due = begun;
        seen = polls.begun();
        interval = options.firstInterval();
    }

    /**
     * Polls the list if it is time to, and evaluates the condition. Throws if the wait is over without success.
     *
     * @return what to wait for before the next step; null if the condition holds
     */
    @Nullable
    CompletableFuture<?> step() throws InterruptedException {
        requireNotInterrupted();
        polls.advanceTo(due);
        InstancePoll poll = polls.pollFor(this);
        if (poll != null && isReachedIn(poll)) {
            return null;
        }
        // Hooks and predicates may have interrupted the thread, and a timer need not notice.
        requireNotInterrupted();
        return resumption.get();
    }

    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** The instance as last seen; present once any condition other than its absence holds. */
    Instance instance() {
        return Objects.requireNonNull(last);
    }

    /** The number of the latest poll that this wait knows, or that had begun before it. */
    long seen() {
        return seen;
    }

    /** How old a poll of another wait may be. */
    Duration firstInterval() {
        return options.firstInterval();
    }

    /** Whether the wait ends. At its end it makes a last poll, unless the service requested a pause. */
    boolean isOverAt(Duration now) {
        return now.minus(begun).compareTo(options.timeout()) >= 0;
    }

    /** Sets what to wait for before the next step. */
    void resumeAfter(CompletableFuture<?> future) {
        resumption = () -> future;
    }

    /** Pauses until an interval has passed since a poll, but not beyond the end of the wait. */
    void pauseAfter(InstancePoll poll, Duration wanted, Duration now) {
        Duration next = poll.ended().plus(wanted);
        Duration end = begun.plus(options.timeout());
        due = next.compareTo(end) < 0 ? next : end;
        Duration pause = due.minus(now);
        resumption = pause.isNegative() || pause.isZero() ? Wait::immediately : () -> timer.after(pause);
    }

    private static CompletableFuture<?> immediately() {
        return CompletableFuture.completedFuture(null);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private boolean isReachedIn(InstancePoll poll) {
        Duration now = polls.now();
        seen = poll.number();
        taken++;
        lastFailure = poll.failure();
        if (lastFailure != null && isFinal(lastFailure)) {
            throw lastFailure;
        }
        Instance instance = poll.find(instanceUuid);
        options.onPoll().accept(new WaitOptions.Progress(instanceUuid, taken, now.minus(begun), instance));
        unknown = lastFailure == null && instance == null && !poll.provesAbsenceOf(instanceUuid);
        if (lastFailure == null && !unknown && isReachedBy(instance, now)) {
            return true;
        }
        if (isOverAt(now)) {
            throw timeout();
        }
        pauseAfter(poll, longer(interval, poll.retryAfter()), polls.now());
        interval = nextInterval();
        return false;
    }

    /** Whether polling again cannot help. */
    static boolean isFinal(GpuCloudException failure) {
        return failure.isAccessDenied()
                || failure instanceof BadRequestException
                || failure instanceof ResourceNotFoundException;
    }

    private boolean isReachedBy(@Nullable Instance instance, Duration now) {
        if (instance == null) {
            absences++;
            if (!condition.gone() && absences > options.absences()) {
                throw failed("it is missing from the list", null);
            }
            return condition.gone();
        }
        absences = 0;
        last = instance;
        boolean stale = now.compareTo(staleUntil) < 0 && instance.status().isStopped();
        if (!stale && condition.hopeless().test(instance)) {
            throw failed("that cannot happen any more", null);
        }
        return condition.reached().test(instance);
    }

    private Duration nextInterval() {
        Duration grown = Duration.ofNanos((long) (interval.toNanos() * options.factor()));
        return grown.compareTo(options.maxInterval()) < 0 ? grown : options.maxInterval();
    }

    WaitFailedException interrupted(InterruptedException interruption) {
        return failed("the thread was interrupted", interruption);
    }

    private WaitFailedException failed(String reason, @Nullable Throwable cause) {
        return new WaitFailedException(subject() + ", and " + reason + lastSeen(), last, polls.facts(), cause);
    }

    private WaitTimeoutException timeout() {
        String failing = lastFailure == null ? "" : "; the last poll failed: " + lastFailure.summary();
        String doubt = unknown ? "; it may exist, because the list was incomplete or had unreadable records" : "";
        return new WaitTimeoutException(
                subject() + " within " + DurationText.of(options.timeout()) + lastSeen() + failing + doubt,
                last,
                lastFailure == null ? polls.facts() : lastFailure.failure(),
                lastFailure);
    }

    private String subject() {
        return "instance " + instanceUuid + " was not " + condition.name();
    }

    private String lastSeen() {
        String state = last == null ? "never listed" : "last seen " + last.status();
        String image = last == null || last.saveImageStatus() == null ? "" : ", image " + last.saveImageStatus();
        return "; " + state + image + ", " + taken + (taken == 1 ? " poll" : " polls");
    }
}
