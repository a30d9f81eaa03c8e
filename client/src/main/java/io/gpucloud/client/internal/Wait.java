package io.gpucloud.client.internal;

import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.PathNotFoundException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One wait for a condition of an instance, in steps. The caller repeats {@link #step()} until the condition holds, blocking or
 * asynchronously. Not safe for use by several threads at the same time.
 *
 * <p>The time that has passed is at least the sum of the pauses, so the wait ends even if the clock stands still or is set back.
 */
final class Wait {

    /** How long after its start by this client an instance may still be listed as shut down. */
    private static final Duration START_TOLERANCE = Duration.ofSeconds(30);

    private final String instanceUuid;
    private final WaitCondition condition;
    private final WaitOptions options;
    private final SharedInstancePoll polls;
    private final WaitTimer timer;
    private final Duration begun;
    private final Duration staleFor;
    private Duration leastElapsed = Duration.ZERO;
    private Duration interval;
    private Supplier<CompletableFuture<?>> resumption = Wait::immediately;
    private long pausedAfter = -1;
    private long seen;
    private int taken;
    private int absences;
    private boolean unknown;
    private @Nullable Instance last;
    private @Nullable GpuCloudException lastFailure;

    /** {@code sinceStart}: the time since the latest start of the instance by this client; null if there was none. */
    Wait(
            String instanceUuid,
            WaitCondition condition,
            WaitOptions options,
            SharedInstancePoll polls,
            WaitTimer timer,
            @Nullable Duration sinceStart) {
        this.instanceUuid = instanceUuid;
        this.condition = condition;
        this.options = Objects.requireNonNull(options, "options");
        this.polls = polls;
        this.timer = timer;
        begun = timer.elapsed();
        staleFor = sinceStart == null ? Duration.ZERO : START_TOLERANCE.minus(sinceStart);
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

    /** Whether the wait has paused long enough after a poll to make the next one. */
    boolean hasPausedAfter(InstancePoll poll) {
        return pausedAfter == poll.number();
    }

    /** Sets what to wait for before the next step. */
    void resumeAfter(CompletableFuture<?> future) {
        resumption = () -> future;
    }

    /** Pauses until an interval has passed since a poll, but not beyond the end of the wait. */
    void pauseAfter(InstancePoll poll, Duration wanted, Duration now) {
        Duration elapsed = elapsedAt(now);
        Duration left = longer(options.timeout().minus(elapsed), Duration.ZERO);
        Duration rest = longer(wanted.minus(poll.ageAt(now)), Duration.ZERO);
        boolean whole = rest.compareTo(left) <= 0;
        Duration pause = whole ? rest : left;
        leastElapsed = elapsed.plus(pause);
        // At its end the wait makes a last poll, unless the service requested a pause.
        pausedAfter = whole || poll.retryAfter().isZero() ? poll.number() : -1;
        resumption = pause.isZero() ? Wait::immediately : () -> timer.after(pause);
    }

    private static CompletableFuture<?> immediately() {
        return CompletableFuture.completedFuture(null);
    }

    private Duration elapsedAt(Duration now) {
        return longer(now.minus(begun), leastElapsed);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private boolean isReachedIn(InstancePoll poll) {
        Duration elapsed = elapsedAt(timer.elapsed());
        seen = poll.number();
        taken++;
        lastFailure = poll.failure();
        if (lastFailure != null && isFinal(lastFailure)) {
            throw lastFailure;
        }
        Instance instance = poll.find(instanceUuid);
        options.onPoll().accept(new WaitOptions.Progress(instanceUuid, taken, elapsed, instance));
        unknown = lastFailure == null && instance == null && !poll.provesAbsenceOf(instanceUuid);
        if (lastFailure == null && !unknown && isReachedBy(instance, elapsed)) {
            return true;
        }
        if (elapsed.compareTo(options.timeout()) >= 0) {
            throw timeout();
        }
        pauseAfter(poll, longer(interval, poll.retryAfter()), timer.elapsed());
        interval = nextInterval();
        return false;
    }

    /** Whether polling again cannot help. */
    static boolean isFinal(GpuCloudException failure) {
        return failure.isAccessDenied()
                || failure instanceof BadRequestException
                || failure instanceof PathNotFoundException;
    }

    private boolean isReachedBy(@Nullable Instance instance, Duration elapsed) {
        if (instance == null) {
            absences++;
            if (!condition.gone() && absences > options.absences()) {
                throw failed("it is missing from the list", null);
            }
            return condition.gone();
        }
        absences = 0;
        last = instance;
        boolean stale = elapsed.compareTo(staleFor) < 0 && WaitCondition.shutsDown(instance);
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
                subject() + " within " + options.timeout() + lastSeen() + failing + doubt,
                last,
                lastFailure == null ? polls.facts() : lastFailure.failure(),
                lastFailure);
    }

    private String subject() {
        return condition.method() + ": instance " + instanceUuid + " was not " + condition.name();
    }

    private String lastSeen() {
        String state = last == null ? "never listed" : "last seen " + last.status();
        String image = last == null || last.saveImageStatus() == null ? "" : ", image " + last.saveImageStatus();
        return "; " + state + image + ", " + taken + (taken == 1 ? " poll" : " polls");
    }
}
