package io.gpucloud.client.lease;

import java.util.EnumSet;
import java.util.Set;

/**
 * The state of one create request, or of one instance that was adopted, from its plan to its end. A hand-over changes
 * no state.
 */
public enum LeaseState {

    /** The tag is reserved, and nothing was sent. Without a living holder it has failed. */
    PLANNED,

    /** The money is reserved, and the create request may have been sent. */
    CREATING,

    /** The outcome of the create request is unknown, and its instance is searched. */
    IN_DOUBT,

    /**
     * An exception reported to the caller that the outcome is unknown. The instance is named, and destroyed only on
     * request.
     */
    UNKNOWN,

    /** The instance is known, and has no lease yet that a caller can use. */
    BOOTING,

    /** The instance runs with its shutdown timer. */
    RUNNING,

    /** The instance was shut down, or is gone, and no request of ours did that. */
    LOST,

    /** The instance is being destroyed. */
    ENDING,

    /** The instance was given to the caller. It counts in limits until it is gone. */
    KEPT,

    /** There was an instance, and it is gone. */
    ENDED,

    /** There was no instance. */
    FAILED;

    /** The states in which a record can begin: a plan, an adoption, and the destruction of an instance. */
    static final Set<LeaseState> FIRST = EnumSet.of(PLANNED, BOOTING, ENDING);

    /** The states that can follow this one. {@link LeaseRecord#to} rejects any other. */
    Set<LeaseState> next() {
        return switch (this) {
            case PLANNED -> EnumSet.of(CREATING, FAILED);
            // PLANNED: the request was certainly rejected.
            case CREATING -> EnumSet.of(PLANNED, BOOTING, IN_DOUBT, FAILED);
            case IN_DOUBT -> EnumSet.of(BOOTING, ENDING, UNKNOWN, FAILED);
            // BOOTING: the caller adopts the instance.
            case UNKNOWN -> EnumSet.of(BOOTING, ENDING, ENDED);
            // IN_DOUBT: the instance belongs to another create request, as its later title shows.
            case BOOTING -> EnumSet.of(RUNNING, LOST, KEPT, ENDING, IN_DOUBT);
            case RUNNING -> EnumSet.of(LOST, KEPT, ENDING);
            case LOST -> EnumSet.of(ENDING, KEPT, ENDED);
            // IN_DOUBT: another program destroyed the instance, so ours may be another one.
            case ENDING -> EnumSet.of(ENDED, IN_DOUBT);
            case KEPT -> EnumSet.of(BOOTING, ENDING, ENDED);
            case ENDED, FAILED -> EnumSet.noneOf(LeaseState.class);
        };
    }

    boolean mayBecome(LeaseState next) {
        return next().contains(next);
    }

    boolean isOver() {
        return this == ENDED || this == FAILED;
    }

    /** Whether the instance of a record in this state is known. */
    boolean hasInstance() {
        return switch (this) {
            case BOOTING, RUNNING, LOST, ENDING, KEPT, ENDED -> true;
            case PLANNED, CREATING, IN_DOUBT, UNKNOWN, FAILED -> false;
        };
    }

    /** Whether the instance boots or runs for a lease, so that a hand-over gives it away. */
    boolean isLeased() {
        return this == BOOTING || this == RUNNING;
    }

    /** Whether the holder of the record decides what becomes of the instance. */
    boolean isOwned() {
        return isLeased() || this == LOST;
    }

    /** Whether there may be an instance that costs money. */
    boolean mayCost() {
        return this != PLANNED && !isOver();
    }

    /** Whether it is unknown which instance the create request has made, and no response is expected any more. */
    boolean isDoubtful() {
        return this == IN_DOUBT || this == UNKNOWN;
    }
}
