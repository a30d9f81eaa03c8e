package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destroys one instance, with retries until an {@link AbsenceProof} holds. Every rejection is retried, also one of the
 * API key: the instance costs money until it is gone, and a key may be replaced meanwhile.
 */
final class InstanceDestroyer {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceDestroyer.class);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final RentalState state;
    private final String instanceUuid;
    private final AbsenceProof proof;
    private final BooleanSupplier stopped;

    /** Whether the service has accepted a destroy request, or has rejected one for the state of the instance. */
    private boolean answered;

    private boolean tookEffect;

    private @Nullable GpuCloudException last;

    /** {@code stopped}: whether to try no more, because the next recovery does. */
    InstanceDestroyer(LeaseContext context, String instanceUuid, BooleanSupplier stopped) {
        client = context.client();
        options = context.options();
        state = context.state();
        this.instanceUuid = instanceUuid;
        this.stopped = stopped;
        proof = new AbsenceProof(options.window());
    }

    /**
     * Destroys the instance, also when the thread is interrupted. Returns whether a request may have done that: else
     * the instance was gone before.
     *
     * @throws InstanceNotDestroyedException if it is not gone in time, or cannot even be tried: with a closed client
     */
    boolean run() {
        boolean gone;
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            gone = repeat(work);
        } catch (RuntimeException broken) {
            InstanceNotDestroyedException undone = undone();
            undone.addSuppressed(broken);
            throw undone;
        }
        if (!gone) {
            throw stopped.getAsBoolean() ? new InstanceNotDestroyedException(instanceUuid, last) : undone();
        }
        state.destroyed(instanceUuid, client.timer().elapsed());
        LOG.debug("instance {} is destroyed", instanceUuid);
        return tookEffect;
    }

    /** Returns whether the instance is gone. The pauses grow while the service rejects the requests. */
    private boolean repeat(UninterruptibleScope work) {
        Stopwatch stopwatch = new Stopwatch(client.timer());
        BackOff pauses = new BackOff(options.interval());
        // The first request that can prove the end follows without a pause.
        boolean asked = false;
        while (true) {
            work.goOn();
            boolean proves = proof.needsRejection();
            GpuCloudException rejection = destroy();
            if (proves && rejection instanceof OperationFailedException) {
                return true;
            }
            work.goOn();
            // Without an answer, the list may be one that does not show the instance yet.
            if (isMissing() && proof.missing(stopwatch.elapsed()) && answered) {
                return true;
            }
            if (stopwatch.hasReached(options.destroyDeadline()) || stopped.getAsBoolean()) {
                return false;
            }
            if (!asked && proof.needsRejection()) {
                asked = true;
            } else {
                work.sleep(stopwatch, rejection == null ? pauses.afterSuccess() : pauses.after(rejection));
            }
        }
    }

    /** Sends one request. Returns its failure, or null. */
    private @Nullable GpuCloudException destroy() {
        try {
            client.instances().destroy(instanceUuid);
            proof.destroyAccepted();
            answered = true;
            tookEffect = true;
            last = null;
        } catch (RuntimeException failure) {
            LOG.debug("instance {} is not destroyed yet: {}", instanceUuid, failure.getMessage());
            last = toRepeat(failure);
            answered |= last instanceof OperationFailedException;
            tookEffect |= last.mayHaveTakenEffect();
        }
        return last;
    }

    /** Whether the latest complete list does not show the instance. Uses the shared poll of all waits. */
    private boolean isMissing() {
        WaitOptions waiting = WaitOptions.builder()
                .timeout(options.interval())
                .onPoll(progress -> {
                    if (progress.instance() != null) {
                        proof.listed();
                    }
                })
                .build();
        try {
            client.instances().waitUntilGone(instanceUuid, waiting);
            return true;
        } catch (WaitTimeoutException | WaitFailedException stillThere) {
            last = last == null ? stillThere : last;
            return false;
        } catch (RuntimeException unreadable) {
            last = toRepeat(unreadable);
            return false;
        }
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
        state.notDestroyed.incrementAndGet();
        LOG.error("destroy it by hand: {}", undone.getMessage());
        return undone;
    }
}
