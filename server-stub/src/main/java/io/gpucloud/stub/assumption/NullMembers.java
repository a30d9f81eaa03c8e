package io.gpucloud.stub.assumption;

/** The effect of {@code null} for an optional member of a request; assumption {@code null-members}. */
public enum NullMembers {
    /** Rejects the request as a parameter error. */
    REJECTED,
    /** The member is absent. */
    ABSENT
}
