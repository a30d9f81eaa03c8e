package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.PrivateImage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An instance to create from an image. Build one from an image and a GPU model or, if you have identifiers, with {@link #builder()}. */
public final class ImageInstanceSpec extends InstanceSpec {

    private final String imageUuid;

    private ImageInstanceSpec(Builder builder) {
        super(builder);
        imageUuid = Objects.requireNonNull(builder.imageUuid, "imageUuid");
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

    /** {@return a builder for an image on one GPU; image and GPU model must be set} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with the values of this specification} */
    public Builder toBuilder() {
        return builder().imageUuid(imageUuid).gpusOf(this);
    }

    /** {@return the image} */
    public String imageUuid() {
        return imageUuid;
    }

    @Override
    List<@Nullable String> source() {
        return List.of(imageUuid);
    }

    /** Builds {@link ImageInstanceSpec}. */
    public static final class Builder extends InstanceSpec.Builder<Builder> {

        private @Nullable String imageUuid;

        private Builder() {}

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets a private image.
         *
         * @param image the image, from {@link Images#privateImages()}
         * @return this builder
         */
        public Builder image(PrivateImage image) {
            return imageUuid(Objects.requireNonNull(image, "image").uuid());
        }

        /**
         * Sets an image of the compute market.
         *
         * @param image the image, from {@link Images#market()}
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
         * @throws IllegalArgumentException if it is blank
         */
        public Builder imageUuid(String imageUuid) {
            this.imageUuid = Preconditions.identifier(imageUuid, "imageUuid");
            return this;
        }

        /**
         * Builds the specification.
         *
         * @return the specification
         * @throws NullPointerException if the image or the GPU model is not set
         */
        public ImageInstanceSpec build() {
            return new ImageInstanceSpec(this);
        }
    }
}
