package io.gpucloud.stub.assumption;

/** What {@code saveInstanceImage} does with {@code image_name} and {@code remark}; assumption {@code save-image-members}. */
public enum SaveImageMembers {
    /** Uses them. */
    ACCEPTED,
    /** Ignores them, as if they had been left out. */
    IGNORED
}
