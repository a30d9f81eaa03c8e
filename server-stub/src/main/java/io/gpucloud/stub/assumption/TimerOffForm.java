package io.gpucloud.stub.assumption;

/** The form of {@code shutdown_regular} of an instance without a timer; assumption {@code timer-off-form}. */
public enum TimerOffForm {
    /** {@code enable} is false and {@code shutdown_time} 0. */
    DISABLED,
    /** Absent. */
    ABSENT
}
