package io.gpucloud.client.lease;

/** The reaction of a lease to a shutdown timer that the instance list does not show. */
public enum UnverifiedTimerPolicy {

    /**
     * Keeps the instance and logs one warning for the lease. {@link InstanceLease#timerVerified()} is false. If the
     * program ends without {@link InstanceLease#close()}, the timer may not stop the instance.
     */
    KEEP,

    /** Destroys the instance. The method that set the timer throws a {@link TimerNotConfirmedException}. */
    DESTROY
}
