package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lists the instances for all waits of a client: one call at a time, and none before an interval has passed. */
final class SharedInstancePoll {

    private final Supplier<Listing<Instance>> instances;
    private final FailureDetails facts;
    private final WaitTimer timer;
    private InstancePoll latest = InstancePoll.NONE;
    private long begun;
    private @Nullable CompletableFuture<@Nullable Void> running;

    SharedInstancePoll(Supplier<Listing<Instance>> instances, String baseUrl, WaitTimer timer) {
        this.instances = instances;
        ApiOperation operation = ApiOperation.LIST_INSTANCES;
        facts = FailureDetails.of(operation).withRequest(baseUrl + operation.path(), null);
        this.timer = timer;
    }

    /** The facts of a wait that ends after a poll that succeeded. */
    FailureDetails facts() {
        return facts;
    }

    /** Returns the number of polls that have begun. A wait ignores earlier polls, because they do not show the caller's last changes. */
    synchronized long begun() {
        return begun;
    }

    /**
     * Returns a poll with news for a wait: the latest one if it is recent enough, or a new one, which the calling thread makes.
     * Returns null if the wait has to pause first, or to wait for a poll that another thread makes; the wait then knows which.
     * If the thread is interrupted during the call, other waits do not notice.
     */
    @Nullable
    InstancePoll pollFor(Wait wait) throws InterruptedException {
        long known = latestNumber();
        // Not within the lock: the timer belongs to the user.
        Duration now = timer.elapsed();
        CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
        long number;
        synchronized (this) {
            if (mustRepeat(wait, known)) {
                return null;
            }
            if (hasNewsFor(wait, now)) {
                return latest;
            }
            if (isTooEarlyFor(wait, now)) {
                wait.pauseAfter(latest, wait.firstInterval(), now);
                return null;
            }
            number = ++begun;
            running = over;
        }
        return pollAlone(number, over);
    }

    /** Whether another thread polls, or has polled since the clock was read. Sets when the wait calls again. */
    private boolean mustRepeat(Wait wait, long known) {
        if (running != null) {
            // A copy, so that a wait that ends early cancels nothing of others.
            wait.resumeAfter(running.copy());
            return true;
        }
        if (latest.number() != known) {
            // The latest poll would seem to lie in the future.
            wait.resumeAfter(CompletableFuture.completedFuture(null));
            return true;
        }
        return false;
    }

    private boolean hasNewsFor(Wait wait, Duration now) {
        boolean news = latest.number() > wait.seen() && latest.isYoungerThan(wait.firstInterval(), now);
        return !wait.hasPausedAfter(latest) && (news || latest.isYoungerThan(latest.retryAfter(), now));
    }

    private boolean isTooEarlyFor(Wait wait, Duration now) {
        return !wait.hasPausedAfter(latest) && latest.isYoungerThan(wait.firstInterval(), now);
    }

    private InstancePoll pollAlone(long number, CompletableFuture<@Nullable Void> over) throws InterruptedException {
        try {
            InstancePoll poll = poll(number);
            synchronized (this) {
                latest = poll;
            }
            return poll;
        } finally {
            synchronized (this) {
                running = null;
            }
            over.complete(null);
        }
    }

    private synchronized long latestNumber() {
        return latest.number();
    }

    private InstancePoll poll(long number) throws InterruptedException {
        try {
            Listing<Instance> listed = instances.get();
            return new InstancePoll(number, timer.elapsed(), listed, null);
        } catch (GpuCloudException failure) {
            if (Thread.interrupted()) {
                InterruptedException interruption = new InterruptedException();
                interruption.addSuppressed(failure);
                throw interruption;
            }
            return new InstancePoll(number, timer.elapsed(), InstancePoll.NOTHING, failure);
        }
    }
}
