package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.PrivateImage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance to create from an image. Build one from an image and a GPU model or, if you have identifiers, with {@link #builder()}.
 *
 * @param imageUuid the image, from {@link Images#market()} or {@link Images#privateImages()}
 * @param gpuUuid the GPU model, from {@link Gpus#list()}
 * @param gpuCount number of GPUs: 1, 2, 4 or 8
 */
public record ImageInstanceSpec(String imageUuid, String gpuUuid, int gpuCount) {

    /**
     * Checks the values.
     *
     * @param imageUuid the image
     * @param gpuUuid the GPU model
     * @param gpuCount number of GPUs
     * @throws IllegalArgumentException if an identifier is blank, or the number of GPUs is none of 1, 2, 4 and 8
     */
    public ImageInstanceSpec {
        Preconditions.identifier(imageUuid, "imageUuid");
        Preconditions.identifier(gpuUuid, "gpuUuid");
        Preconditions.gpuCount(gpuCount);
    }

    /**
     * A private image on one GPU. The upload of the image must have succeeded.
     *
     * @param image the image
     * @param gpu the GPU model
     * @return the specification
     */
    public static ImageInstanceSpec of(PrivateImage image, GpuModel gpu) {
        return builder().image(image).gpu(gpu).build();
    }

    /**
     * An image of the compute market on one GPU.
     *
     * @param image the image
     * @param gpu the GPU model
     * @return the specification
     */
    public static ImageInstanceSpec of(MarketImage image, GpuModel gpu) {
        return builder().image(image).gpu(gpu).build();
    }

    /**
     * A builder for an image on one GPU.
     *
     * @return a builder without image and GPU model
     */
    public static Builder builder() {
        return new Builder();
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

    /** Builds {@link ImageInstanceSpec}. */
    public static final class Builder {

        private @Nullable String imageUuid;
        private @Nullable String gpuUuid;
        private int gpuCount = 1;

        private Builder() {}

        /**
         * Sets a private image.
         *
         * @param image the image
         * @return this builder
         */
        public Builder image(PrivateImage image) {
            return imageUuid(Objects.requireNonNull(image, "image").uuid());
        }

        /**
         * Sets an image of the compute market.
         *
         * @param image the image
         * @return this builder
         */
        public Builder image(MarketImage image) {
            return imageUuid(Objects.requireNonNull(image, "image").uuid());
        }

        /**
         * Sets the image by its identifier.
         *
         * @param imageUuid the image
         * @return this builder
         */
        public Builder imageUuid(String imageUuid) {
            this.imageUuid = imageUuid;
            return this;
        }

        /**
         * Sets the GPU model.
         *
         * @param gpu the GPU model
         * @return this builder
         */
        public Builder gpu(GpuModel gpu) {
            return gpuUuid(Objects.requireNonNull(gpu, "gpu").gpuUuid());
        }

        /**
         * Sets the GPU model by its identifier.
         *
         * @param gpuUuid the GPU model
         * @return this builder
         */
        public Builder gpuUuid(String gpuUuid) {
            this.gpuUuid = gpuUuid;
            return this;
        }

        /**
         * Sets the number of GPUs.
         *
         * @param gpuCount 1, 2, 4 or 8
         * @return this builder
         */
        public Builder gpuCount(int gpuCount) {
            this.gpuCount = gpuCount;
            return this;
        }

        /**
         * Builds the specification.
         *
         * @return the specification
         * @throws NullPointerException if the image or the GPU model is not set
         * @throws IllegalArgumentException if an identifier is blank, or the number of GPUs is none of 1, 2, 4 and 8
         */
        public ImageInstanceSpec build() {
            return new ImageInstanceSpec(
                    Objects.requireNonNull(imageUuid, "imageUuid"),
                    Objects.requireNonNull(gpuUuid, "gpuUuid"),
                    gpuCount);
        }
    }
}
