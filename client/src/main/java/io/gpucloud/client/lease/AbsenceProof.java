package io.gpucloud.client.lease;

import java.time.Duration;

/**
 * Decides whether an instance that is missing from the list is gone. One complete list without it is a proof only after
 * the service has accepted a destroy request. Without such a request it takes several lists over the whole window,
 * because lists may lag or be empty for a while.
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

    /** A list shows the instance. */
    void listed() {
        lists = 0;
    }

    /** A complete list does not show the instance. Returns whether it is certainly gone. */
    boolean missing(Duration elapsed) {
        if (lists++ == 0) {
            missingSince = elapsed;
        }
        boolean missingForLong =
                lists >= FEWEST_LISTS && elapsed.minus(missingSince).compareTo(window) >= 0;
        return destroyAccepted || missingForLong;
    }
}
