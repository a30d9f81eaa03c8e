package io.gpucloud.stub.account;

import org.jspecify.annotations.Nullable;

/**
 * An image saved from an instance.
 *
 * @param sequence its number in the account, from 1
 * @param remark description, perhaps empty
 * @param createTime when it was saved, in epoch seconds
 * @param podUuid the pod it derives from, or null if it derives from none
 * @param instanceUuid the instance it was saved from, or null if it came with the seed
 */
public record PrivateImage(
        String uuid,
        long sequence,
        String title,
        String remark,
        long createTime,
        SaveImageStatus status,
        @Nullable String podUuid,
        @Nullable String podTag,
        @Nullable String instanceUuid) {

    /** Number of layers. A saved image is its base and one layer more. */
    public int layerCount() {
        return 13;
    }

    /** The size in tenths of a unit that the contract does not show; null until the upload has succeeded. */
    public @Nullable Long sizeInTenths() {
        return status == SaveImageStatus.SUCCEEDED ? 125L : null;
    }

    PrivateImage withStatus(SaveImageStatus status) {
        return new PrivateImage(uuid, sequence, title, remark, createTime, status, podUuid, podTag, instanceUuid);
    }
}
