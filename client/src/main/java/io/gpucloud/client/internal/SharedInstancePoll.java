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
    private Duration now;
    private long begun;
    private @Nullable CompletableFuture<@Nullable Void> running;

    SharedInstancePoll(Supplier<Listing<Instance>> instances, String baseUrl, WaitTimer timer) {
        this.instances = instances;
        ApiOperation operation = ApiOperation.LIST_INSTANCES;
        facts = FailureDetails.of(operation).withRequest(baseUrl + operation.path(), null);
        this.timer = timer;
        now = timer.elapsed();
    }

    /** The facts of a wait that ends after a poll that succeeded. */
    FailureDetails facts() {
        return facts;
    }

    /**
     * Returns the number of polls that have begun. A wait ignores earlier polls, because they do not show the caller's
     * last changes.
     */
    synchronized long begun() {
        return begun;
    }

    /** The time by the timer. In contrast to the timer, it is never set back, and a pause that is over has passed. */
    Duration now() {
        return advanceTo(timer.elapsed());
    }

    /** Moves the time forward to the end of a pause that is over. */
    synchronized Duration advanceTo(Duration time) {
        now = time.compareTo(now) > 0 ? time : now;
        return now;
    }

    /**
     * Returns a poll with news for a wait: the latest one if it is recent enough, or a new one, which the calling
     * thread makes. Returns null if the wait has to pause first, or to wait for a poll that another thread makes; the
     * wait then knows which. If the thread is interrupted during the call, other waits do not notice.
     */
    @Nullable
    InstancePoll pollFor(Wait wait) throws InterruptedException {
        // Not within the lock: the timer belongs to the user.
        Duration now = now();
        CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
        long number;
        synchronized (this) {
            if (running != null) {
                // A copy, so that a wait that ends early cancels nothing of others.
                wait.resumeAfter(running.copy());
                return null;
            }
            boolean recent = latest.isYoungerThan(wait.firstInterval(), now);
            if ((recent && latest.number() > wait.seen()) || latest.isYoungerThan(latest.retryAfter(), now)) {
                return latest;
            }
            if (recent && !wait.isOverAt(now)) {
                wait.pauseAfter(latest, wait.firstInterval(), now);
                return null;
            }
            number = ++begun;
            running = over;
        }
        return poll(number, over);
    }

    private InstancePoll poll(long number, CompletableFuture<@Nullable Void> over) throws InterruptedException {
        InstancePoll poll = null;
        try {
            poll = new InstancePoll(number, instances.get(), null, now());
        } catch (GpuCloudException failure) {
            if (Thread.interrupted()) {
                InterruptedException interruption = new InterruptedException();
                interruption.addSuppressed(failure);
                throw interruption;
            }
            poll = new InstancePoll(number, InstancePoll.NOTHING, failure, now());
        } finally {
            synchronized (this) {
                running = null;
                latest = poll == null ? latest : poll;
            }
            over.complete(null);
        }
        return poll;
    }
}
