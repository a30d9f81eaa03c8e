package io.gpucloud.stub.auth;

/** A permit for a request or a part of it. */
public interface Permit {
    /** Returns the permit. Call it once. */
    void release();
}
