package io.gpucloud.client.internal;

import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NotFoundException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One who waits, and what the looks so far have told. Not safe for threads: one look is taken in after the other. */
final class Wait {

    private final String instanceUuid;
    private final Goal goal;
    private final WaitOptions options;
    private final Instant begun;
    private final Instant deadline;
    private Duration interval;
    private Instant due;
    private boolean rested;
    private long seen;
    private int polls;
    private int absences;
    private @Nullable Instance last;
    private @Nullable GpuCloudException lastFailure;

    /** Begins to wait; {@code seen} is how many looks had begun by then. */
    Wait(String instanceUuid, Goal goal, WaitOptions options, Instant begun, long seen) {
        this.instanceUuid = instanceUuid;
        this.goal = goal;
        this.options = options;
        this.begun = begun;
        this.seen = seen;
        deadline = begun.plus(options.timeout());
        interval = options.firstInterval();
        due = begun;
    }

    /** The look that was taken in last, or after which the wait began. */
    long seen() {
        return seen;
    }

    /** How old a look may be to be taken in. */
    Duration patience() {
        return options.firstInterval();
    }

    /** When to look next. */
    Instant due() {
        return due;
    }

    /**
     * Whether it has rested for its next look. It is not asked again whether that was long enough: the time may be over, and
     * a sleeper need not move the clock.
     */
    boolean hasRested() {
        return rested;
    }

    /** Puts the next look off, though not beyond the end of the wait. */
    void restUntil(Instant next) {
        due = next.isBefore(deadline) ? next : deadline;
        rested = true;
    }

    /** The instance as it was seen last; there is one if a goal other than its absence was reached. */
    Instance instance() {
        return Objects.requireNonNull(last);
    }

    /** Takes in a look, and tells whether the goal is reached. Throws when the wait is over without that. */
    boolean isReachedIn(Look look, Instant now) {
        seen = look.number();
        polls++;
        lastFailure = look.failure();
        if (lastFailure != null && isFinal(lastFailure)) {
            throw lastFailure;
        }
        Instance instance = look.instances().get(instanceUuid);
        options.onPoll().accept(new WaitOptions.Progress(instanceUuid, polls, Duration.between(begun, now), instance));
        if (lastFailure == null && isReachedBy(instance)) {
            return true;
        }
        if (!now.isBefore(deadline)) {
            throw timeout();
        }
        schedule(look, now);
        return false;
    }

    /** Whether it does not pass by waiting. */
    private static boolean isFinal(GpuCloudException failure) {
        return failure.isAccessDenied()
                || failure instanceof BadRequestException
                || failure instanceof NotFoundException;
    }

    private boolean isReachedBy(@Nullable Instance instance) {
        if (instance == null) {
            absences++;
            if (!goal.gone() && absences > options.absences()) {
                throw failed("it is missing from the list", null);
            }
            return goal.gone();
        }
        absences = 0;
        last = instance;
        if (goal.hopeless().test(instance)) {
            throw failed("that cannot happen any more", null);
        }
        return goal.reached().test(instance);
    }

    /** Counted from the end of the look, so that those who share one go on sharing, unless the clock was set back since. */
    private void schedule(Look look, Instant now) {
        Instant from = look.ended().isBefore(now) ? look.ended() : now;
        restUntil(from.plus(interval.compareTo(look.silence()) < 0 ? look.silence() : interval));
        Duration longer = Duration.ofMillis((long) (interval.toMillis() * options.factor()));
        interval = longer.compareTo(options.maxInterval()) < 0 ? longer : options.maxInterval();
    }

    WaitFailedException interrupted(InterruptedException interruption) {
        return failed("the thread was interrupted", interruption);
    }

    private WaitFailedException failed(String reason, @Nullable Throwable cause) {
        return new WaitFailedException(
                "instance " + instanceUuid + " was not " + goal.name() + ", and " + reason + lastSeen(), last, cause);
    }

    private WaitTimeoutException timeout() {
        String failing = lastFailure == null ? "" : "; the last look failed: " + lastFailure.getMessage();
        return new WaitTimeoutException(
                "instance " + instanceUuid + " was not " + goal.name() + " within " + options.timeout() + lastSeen()
                        + failing,
                last,
                lastFailure);
    }

    private String lastSeen() {
        String state = last == null ? "never listed" : "last seen " + last.status();
        String image = last == null || last.saveImageStatus() == null ? "" : ", image " + last.saveImageStatus();
        return "; " + state + image + ", " + polls + (polls == 1 ? " look" : " looks");
    }
}
