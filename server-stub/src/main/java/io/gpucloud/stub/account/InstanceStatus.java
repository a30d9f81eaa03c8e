package io.gpucloud.stub.account;

/** Status of an instance (contract, States and transitions). */
public enum InstanceStatus {
    /** Created or starting again; nothing is billed. */
    CREATED(1),
    /** Running, and billed. */
    RUNNING(2),
    /** Shutting down; no longer billed. */
    SHUTTING_DOWN(21),
    /** Shut down; it holds no GPUs. */
    SHUT_DOWN(22);

    private final int code;

    InstanceStatus(int code) {
        this.code = code;
    }

    /** Returns the number in JSON. */
    public int code() {
        return code;
    }

    boolean holdsGpus() {
        return this != SHUT_DOWN;
    }
}
