package io.gpucloud.stub.state;

import java.util.concurrent.atomic.AtomicLong;

/** Whether the last write of the {@linkplain SnapshotFile file with the state} succeeded. Without such a file no write fails. */
public final class SnapshotFileStatus {

    private final AtomicLong failures = new AtomicLong();
    private volatile boolean failing;

    void succeeded() {
        failing = false;
    }

    void failed() {
        failures.incrementAndGet();
        failing = true;
    }

    boolean isFailing() {
        return failing;
    }

    /** The number of failed writes since the start. */
    long failures() {
        return failures.get();
    }
}
