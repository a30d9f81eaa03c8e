package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destroys one instance, with retries until it is gone. A missing instance counts as gone only if it was listed before, if a
 * destroy request succeeded, or if it was missing for the whole window: a new instance may be listed late.
 */
final class InstanceDestroyer {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceDestroyer.class);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final String instanceUuid;
    private boolean proven;
    private @Nullable GpuCloudException last;

    /** {@code listed}: whether the instance was listed before. */
    InstanceDestroyer(GpuCloudClient client, LeaseOptions options, String instanceUuid, boolean listed) {
        this.client = client;
        this.options = options;
        this.instanceUuid = instanceUuid;
        proven = listed;
    }

    /**
     * Destroys the instance, also when the thread is interrupted.
     *
     * @throws InstanceNotDestroyedException if it is not gone in time, or cannot even be tried: with a closed client
     */
    void run() {
        boolean gone;
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            gone = repeat(work);
        } catch (RuntimeException broken) {
            InstanceNotDestroyedException undone = undone();
            undone.addSuppressed(broken);
            throw undone;
        }
        if (!gone) {
            throw undone();
        }
        LOG.debug("instance {} is gone", instanceUuid);
    }

    /** Returns whether the instance is gone. */
    private boolean repeat(UninterruptibleScope work) {
        Stopwatch stopwatch = new Stopwatch(client.timer());
        while (true) {
            work.goOn();
            destroy();
            work.goOn();
            boolean missing = isMissing();
            if (missing && (proven || stopwatch.hasReached(options.window()))) {
                return true;
            }
            boolean denied = last != null && last.isAccessDenied();
            if (denied || stopwatch.hasReached(options.destroyDeadline())) {
                return false;
            }
            work.sleep(stopwatch, options.interval());
        }
    }

    private void destroy() {
        try {
            client.instances().destroy(instanceUuid);
            proven = true;
            last = null;
        } catch (GpuCloudException failure) {
            LOG.debug("instance {} is not destroyed yet: {}", instanceUuid, failure.getMessage());
            last = failure;
        }
    }

    /** Uses the shared poll of all waits. */
    private boolean isMissing() {
        WaitOptions waiting = WaitOptions.defaults()
                .withTimeout(options.interval())
                .withOnPoll(progress -> proven |= progress.instance() != null);
        try {
            client.instances().waitUntilGone(instanceUuid, waiting);
            return true;
        } catch (WaitTimeoutException | WaitFailedException stillThere) {
            last = last == null ? stillThere : last;
            return false;
        } catch (GpuCloudException unreadable) {
            last = unreadable;
            return false;
        }
    }

    private InstanceNotDestroyedException undone() {
        InstanceNotDestroyedException undone = new InstanceNotDestroyedException(instanceUuid, last);
        LOG.error("destroy it by hand: {}", undone.getMessage());
        return undone;
    }
}
