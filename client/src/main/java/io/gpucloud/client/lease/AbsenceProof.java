package io.gpucloud.client.lease;

import java.time.Duration;

/**
 * Decides whether an instance is gone. It is after these three: the service accepts a destroy request, a complete list
 * does not show the instance, and the service rejects another request, because there is no such instance. Otherwise it
 * takes several lists over the whole window, because lists may lag, be empty or contradict each other for a while.
 */
final class AbsenceProof {

    private static final int FEWEST_LISTS = 3;

    private final Duration window;
    private boolean destroyAccepted;
    private int lists;
    private Duration missingSince = Duration.ZERO;

    AbsenceProof(Duration window) {
        this.window = window;
    }

    /** The service has accepted a destroy request. */
    void destroyAccepted() {
        destroyAccepted = true;
    }

    /** Whether the instance is gone if the service rejects the next destroy request. */
    boolean needsRejection() {
        return destroyAccepted && lists > 0;
    }

    /** A list shows the instance. */
    void listed() {
        lists = 0;
    }

    /** A complete list does not show the instance. Returns whether that has lasted for the whole window. */
    boolean missing(Duration elapsed) {
        if (lists++ == 0) {
            missingSince = elapsed;
        }
        return lists >= FEWEST_LISTS && elapsed.minus(missingSince).compareTo(window) >= 0;
    }
}
