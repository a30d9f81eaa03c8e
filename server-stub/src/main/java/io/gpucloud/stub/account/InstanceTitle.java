package io.gpucloud.stub.account;

/** The title of a new instance; assumption {@code instance-title}. */
public enum InstanceTitle {
    /** The name of its pod or image. */
    IMAGE_NAME,
    /** The empty string. */
    EMPTY
}
