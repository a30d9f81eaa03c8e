package io.gpucloud.stub.assumption;

/** The effect of {@code setShutdownTimer} without {@code enable}; assumption {@code timer-enable-omitted}. */
public enum TimerEnableOmitted {
    /** Sets the timer. */
    ENABLES,
    /** Cancels the timer. */
    CANCELS,
    /** Rejects the request as a parameter error. */
    REJECTED
}
