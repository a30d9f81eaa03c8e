package io.gpucloud.stub.control;

import java.time.InstantSource;

/** The only clock of the stub. */
public final class StubClock {

    private final InstantSource machine;

    /**
     * A clock that shows the machine's time.
     *
     * @param machine the machine's time
     */
    public StubClock(InstantSource machine) {
        this.machine = machine;
    }

    /**
     * The present moment.
     *
     * @return epoch seconds
     */
    public long now() {
        return machine.instant().getEpochSecond();
    }
}
