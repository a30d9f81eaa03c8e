package io.gpucloud.stub.account;

/** How the service reads {@code shutdown_time}; assumption {@code timer-unit}. 0 cancels the timer in every unit. */
public enum TimerUnit {
    /** Values below 10,000,000 are minutes from now, larger ones epoch seconds. */
    EITHER,
    /** Every value is a moment in epoch seconds. */
    EPOCH_SECONDS,
    /** Every value is a number of minutes from now. */
    MINUTES;

    private static final long FIRST_MOMENT = 10_000_000;
    private static final long MINUTE = 60;
    /** The last second of the year 9999. A later moment is never reached, so that it can replace every later one. */
    private static final long LAST_MOMENT = 253_402_300_799L;

    /**
     * Returns the moment that a value stands for.
     *
     * @param shutdownTime the value, not 0
     * @param now the present moment, in epoch seconds
     * @return the moment, in epoch seconds, at most the end of the year 9999 if the value is a number of minutes
     */
    long moment(long shutdownTime, long now) {
        boolean minutes = this == MINUTES || (this == EITHER && shutdownTime < FIRST_MOMENT);
        if (!minutes) {
            return shutdownTime;
        }
        return shutdownTime > (LAST_MOMENT - now) / MINUTE ? LAST_MOMENT : now + shutdownTime * MINUTE;
    }
}
