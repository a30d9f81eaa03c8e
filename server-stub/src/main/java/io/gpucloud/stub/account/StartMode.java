package io.gpucloud.stub.account;

/** How a created instance starts; assumption {@code start-mode}. */
public enum StartMode {
    /** It boots by itself. */
    AUTOMATIC,
    /** It stays in status 1 until {@code startInstance} is called. */
    EXPLICIT
}
