package io.gpucloud.stub.auth;

/** Whether an API key can be used, and for what. */
public record ApiKey(Status status, Permission permission) {

    /** The status of a key. */
    public enum Status {
        /** It can be used. */
        ACTIVE,
        /** Disabled by the account holder. */
        DISABLED,
        /** Past its expiry. */
        EXPIRED
    }

    /** The permission of a key. */
    public enum Permission {
        /** All operations. */
        FULL,
        /** Read operations only. */
        READ_ONLY
    }
}
