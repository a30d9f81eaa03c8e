package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.LeaseRecord.DestroyResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destroys one instance, with retries until the ledger knows that it is gone. Every rejection is retried, also one of
 * the API key: the instance costs money until it is gone, and a key may be replaced meanwhile.
 */
final class InstanceDestroyer {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceDestroyer.class);

    /** Each minute costs money. */
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);

    private final LeaseContext context;
    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final String nonce;
    private final String instanceUuid;
    private final BooleanSupplier stopped;
    private @Nullable GpuCloudException last;

    /** {@code stopped}: whether to try no more, because the next recovery does. */
    InstanceDestroyer(LeaseContext context, LeaseRecord ending, BooleanSupplier stopped) {
        this.context = context;
        client = context.client();
        options = context.options();
        nonce = ending.nonce();
        instanceUuid = Objects.requireNonNull(ending.instanceUuid());
        this.stopped = stopped;
    }

    /**
     * Destroys the instance, also when the thread is interrupted.
     *
     * @throws InstanceNotDestroyedException if it is not gone in time, or cannot even be tried: with a closed client
     */
    void run() {
        boolean gone;
        context.shared().destroying.add(nonce);
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            gone = repeat(work);
        } catch (RuntimeException broken) {
            InstanceNotDestroyedException undone = undone();
            undone.addSuppressed(broken);
            throw undone;
        } finally {
            context.shared().destroying.remove(nonce);
        }
        if (!gone) {
            throw stopped.getAsBoolean() ? new InstanceNotDestroyedException(instanceUuid, last) : undone();
        }
        LOG.debug("instance {} is destroyed", instanceUuid);
    }

    /** Returns whether the instance is gone. The pauses grow while the service rejects the requests. */
    private boolean repeat(UninterruptibleScope work) {
        Stopwatch stopwatch = context.stopwatch();
        BackOff pauses = new BackOff(options.interval(), LONGEST_RETRY_AFTER);
        // The first request that can prove the end follows without a pause.
        boolean asked = false;
        while (!isOver()) {
            work.goOn();
            GpuCloudException rejection = destroy();
            work.goOn();
            if (isOver() || look()) {
                return true;
            }
            if (stopwatch.hasReached(options.destroyDeadline()) || stopped.getAsBoolean()) {
                return false;
            }
            boolean proves = context.ledger().with(known -> known.isEndedByRejection(nonce, moment()));
            if (!asked && proves) {
                asked = true;
            } else {
                work.sleep(stopwatch, rejection == null ? pauses.afterSuccess() : pauses.after(rejection));
            }
        }
        return true;
    }

    private Moment moment() {
        return context.ledger().moment();
    }

    private boolean isOver() {
        return context.ledger().get(nonce).state() != LeaseState.ENDING;
    }

    /** Sends one request. Returns its failure, or null. */
    private @Nullable GpuCloudException destroy() {
        DestroyResponse response = DestroyResponse.ACCEPTED;
        last = null;
        try {
            client.instances().destroy(instanceUuid);
        } catch (RuntimeException failure) {
            LOG.debug("instance {} is not destroyed yet: {}", instanceUuid, failure.getMessage());
            last = toRepeat(failure);
            response = response(last);
        }
        DestroyResponse known = response;
        if (known != null) {
            context.ledger().with(ledger -> ledger.destroyed(nonce, known, moment()));
        }
        return last;
    }

    /** A rejection says that no such instance exists: with code -1, as documented, or with code 1. */
    private static @Nullable DestroyResponse response(GpuCloudException failure) {
        if (failure.mayHaveTakenEffect()) {
            return DestroyResponse.LOST;
        }
        return failure instanceof OperationFailedException || failure instanceof BadRequestException
                ? DestroyResponse.REJECTED
                : null;
    }

    /** Returns whether the instance is gone. */
    private boolean look() {
        try {
            context.look();
        } catch (RuntimeException unreadable) {
            last = last == null ? toRepeat(unreadable) : last;
        }
        return isOver();
    }

    /** An interceptor may fail as well, for example because it gets no token. Only a closed client fails for good. */
    private static GpuCloudException toRepeat(RuntimeException failure) {
        if (failure instanceof IllegalStateException closed) {
            throw closed;
        }
        FailureDetails facts = FailureDetails.of(ApiOperation.DESTROY_INSTANCE);
        return failure instanceof GpuCloudException known
                ? known
                : new TransportException("the program failed: " + failure, facts, false, failure);
    }

    private InstanceNotDestroyedException undone() {
        InstanceNotDestroyedException undone = new InstanceNotDestroyedException(instanceUuid, last);
        context.shared().notDestroyed.incrementAndGet();
        LOG.error("destroy it by hand: {}", undone.getMessage());
        return undone;
    }
}
