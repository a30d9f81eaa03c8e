package io.gpucloud.stub.journal;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs calls that fail because the state is unavailable, at most one line a second. While members of a cluster are missing, thousands of
 * calls fail for the same reason.
 */
public final class UnavailabilityLog {

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.unavailable");
    private static final long INTERVAL_MILLIS = 1_000;

    private final LongSupplier machineMillis;
    private long earliestNext = Long.MIN_VALUE;
    private long leftOut;

    /**
     * Creates an empty log.
     *
     * @param machineMillis the system time in milliseconds
     */
    public UnavailabilityLog(LongSupplier machineMillis) {
        this.machineMillis = machineMillis;
    }

    /**
     * Logs the reason for which a call failed, unless a line was logged less than a second ago. The next line says how many were left out.
     */
    public void add(String reason) {
        long notLogged;
        synchronized (this) {
            long now = machineMillis.getAsLong();
            boolean setBack = now < earliestNext - INTERVAL_MILLIS;
            if (now < earliestNext && !setBack) {
                leftOut++;
                return;
            }
            notLogged = leftOut;
            leftOut = 0;
            earliestNext = now + INTERVAL_MILLIS;
        }
        if (notLogged == 0) {
            LOG.warn("A call failed with HTTP 500 because its state is unavailable: {}", reason);
        } else {
            LOG.warn(
                    "A call failed with HTTP 500 because its state is unavailable: {}; so did {} more since the last"
                            + " such line",
                    reason,
                    notLogged);
        }
    }
}
