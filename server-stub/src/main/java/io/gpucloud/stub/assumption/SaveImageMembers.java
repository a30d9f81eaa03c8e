package io.gpucloud.stub.assumption;

/** How {@code saveInstanceImage} treats {@code image_name} and {@code remark}; assumption {@code save-image-members}. */
public enum SaveImageMembers {
    /** Uses them. */
    ACCEPTED,
    /** Ignores them, as if they had been left out. */
    IGNORED
}
