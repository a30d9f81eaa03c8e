package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Destroys instances of create requests that were repeated because none was listed, if they are listed after all. */
final class LateInstances {

    private static final Logger LOG = LoggerFactory.getLogger(LateInstances.class);

    private LateInstances() {}

    /** A rental goes on if this fails. Closing the leases tries again. */
    static void tryToDestroy(LeaseContext context) {
        try {
            destroy(context, Duration.ZERO);
        } catch (RuntimeException failure) {
            LOG.warn("instances of repeated create requests may be left: {}", failure.getMessage());
        }
    }

    /**
     * Destroys them.
     *
     * @param patience how long to repeat a list that fails, whatever the service responds
     * @throws InstanceNotDestroyedException for the first that is left; those of further instances are suppressed
     *     exceptions
     * @throws CreationOutcomeUnknownException if there may be such instances, and the list cannot be read
     */
    static void destroy(LeaseContext context, Duration patience) {
        RentalState state = context.state();
        if (!state.expectsLate()) {
            return;
        }
        long begun = state.changes();
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        List<Instance> listed = patience.isZero() ? context.client().instances().list() : list(context, patience);
        for (Instance late : state.late(listed)) {
            LOG.warn("instance {} of a repeated create request is listed late and is destroyed", late.instanceUuid());
            try {
                state.whileSeized(begun, late.instanceUuid(), () -> context.destroy(late.instanceUuid()));
            } catch (InstanceNotDestroyedException undone) {
                left.add(undone);
            }
        }
        if (!left.isEmpty()) {
            left.stream().skip(1).forEach(left.get(0)::addSuppressed);
            throw left.get(0);
        }
    }

    private static Listing<Instance> list(LeaseContext context, Duration patience) {
        Stopwatch stopwatch = context.stopwatch();
        BackOff pauses = new BackOff(context.options().interval());
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            while (true) {
                work.goOn();
                try {
                    return context.client().instances().list();
                } catch (GpuCloudException unreadable) {
                    if (stopwatch.hasReached(patience)) {
                        String summary =
                                "instances of repeated create requests may exist, and the list could not be read";
                        throw new CreationOutcomeUnknownException(summary, List.of(), unreadable);
                    }
                    work.sleep(stopwatch, pauses.after(unreadable));
                }
            }
        }
    }
}
