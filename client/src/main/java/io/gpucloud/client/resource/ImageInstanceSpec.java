package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;

/**
 * An instance to create from an image.
 *
 * @param imageUuid the image, from {@link Images#market()} or {@link Images#privateImages()}
 * @param gpuUuid the GPU model, from {@link Gpus#list()}
 * @param gpuCount how many GPUs: 1, 2, 4 or 8
 */
public record ImageInstanceSpec(String imageUuid, String gpuUuid, int gpuCount) {

    /**
     * Takes what to create.
     *
     * @param imageUuid the image
     * @param gpuUuid the GPU model
     * @param gpuCount how many GPUs
     * @throws IllegalArgumentException if an identifier is blank, or the number of GPUs is none of 1, 2, 4 and 8
     */
    public ImageInstanceSpec {
        Preconditions.identifier(imageUuid, "imageUuid");
        Preconditions.identifier(gpuUuid, "gpuUuid");
        Preconditions.gpuCount(gpuCount);
    }

    /**
     * An image on one GPU.
     *
     * @param imageUuid the image
     * @param gpuUuid the GPU model
     * @return what to create
     * @throws IllegalArgumentException if an identifier is blank
     */
    public static ImageInstanceSpec of(String imageUuid, String gpuUuid) {
        return new ImageInstanceSpec(imageUuid, gpuUuid, 1);
    }

    /**
     * Replaces the number of GPUs.
     *
     * @param gpuCount 1, 2, 4 or 8
     * @return the changed specification
     * @throws IllegalArgumentException if it is another number
     */
    public ImageInstanceSpec withGpuCount(int gpuCount) {
        return new ImageInstanceSpec(imageUuid, gpuUuid, gpuCount);
    }
}
