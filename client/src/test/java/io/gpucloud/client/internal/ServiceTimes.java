package io.gpucloud.client.internal;

import io.gpucloud.client.WaitTimer;

/** The timers of clients that are given no other, in the time of a test. */
public final class ServiceTimes {

    private ServiceTimes() {}

    /** A timer that compares the clock of a machine with the {@code Date} of responses. */
    public static WaitTimer of(WaitTimer machine) {
        return new ServiceTime(machine);
    }
}
