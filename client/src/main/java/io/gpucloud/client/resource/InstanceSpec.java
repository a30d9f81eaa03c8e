package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance to create: a pod or an image, on GPUs of one model. Build one from what you listed, or from identifiers.
 */
public final class InstanceSpec {

    private final @Nullable String podUuid;
    private final @Nullable String podTag;
    private final @Nullable String imageUuid;
    private final String gpuUuid;
    private final int gpuCount;

    private InstanceSpec(Builder builder) {
        Preconditions.require(
                builder.podUuid == null ^ builder.imageUuid == null, "an instance needs either a pod or an image");
        Preconditions.require(builder.podTag == null || builder.podUuid != null, "an image has no podTag");
        podUuid = builder.podUuid;
        podTag = builder.podTag;
        imageUuid = builder.imageUuid;
        gpuUuid = Objects.requireNonNull(builder.gpuUuid, "gpuUuid");
        gpuCount = builder.gpuCount;
    }

    /** {@return the latest version of a pod on one GPU} */
    public static InstanceSpec of(Pod pod, GpuModel gpu) {
        return builder().podUuid(pod.uuid()).gpuUuid(gpu.gpuUuid()).build();
    }

    /** {@return a private image on one GPU} The upload of the image must have succeeded. */
    public static InstanceSpec of(PrivateImage image, GpuModel gpu) {
        return builder().imageUuid(image.uuid()).gpuUuid(gpu.gpuUuid()).build();
    }

    /** {@return an image of the compute market on one GPU} */
    public static InstanceSpec of(MarketImage image, GpuModel gpu) {
        return builder().imageUuid(image.uuid()).gpuUuid(gpu.gpuUuid()).build();
    }

    /** {@return a builder for one GPU; the GPU model, and a pod or an image must be set} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with the values of this specification} */
    public Builder toBuilder() {
        Builder builder = builder().gpuUuid(gpuUuid).gpuCount(gpuCount).podTag(podTag);
        builder.podUuid = podUuid;
        builder.imageUuid = imageUuid;
        return builder;
    }

    /** {@return the pod, or null if the instance runs an image} */
    public @Nullable String podUuid() {
        return podUuid;
    }

    /** {@return the version of the pod, one of its tags; null for the latest} */
    public @Nullable String podTag() {
        return podTag;
    }

    /** {@return the image, or null if the instance runs a pod} */
    public @Nullable String imageUuid() {
        return imageUuid;
    }

    /** {@return the GPU model} */
    public String gpuUuid() {
        return gpuUuid;
    }

    /** {@return the number of GPUs: 1, 2, 4 or 8} */
    public int gpuCount() {
        return gpuCount;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InstanceSpec spec
                && Objects.equals(spec.podUuid, podUuid)
                && Objects.equals(spec.podTag, podTag)
                && Objects.equals(spec.imageUuid, imageUuid)
                && spec.gpuUuid.equals(gpuUuid)
                && spec.gpuCount == gpuCount;
    }

    @Override
    public int hashCode() {
        return Objects.hash(podUuid, podTag, imageUuid, gpuUuid, gpuCount);
    }

    @Override
    public String toString() {
        String source =
                podUuid == null ? "image " + imageUuid : "pod " + podUuid + (podTag == null ? "" : ":" + podTag);
        return "InstanceSpec[" + source + ", " + gpuCount + " x " + gpuUuid + "]";
    }

    /** Builds {@link InstanceSpec}. */
    public static final class Builder {

        private @Nullable String podUuid;
        private @Nullable String podTag;
        private @Nullable String imageUuid;
        private @Nullable String gpuUuid;
        private int gpuCount = 1;

        private Builder() {}

        /**
         * Sets the pod.
         *
         * @param podUuid identifier of a pod from {@link Pods#list()}
         * @throws IllegalArgumentException if it is blank
         */
        public Builder podUuid(String podUuid) {
            this.podUuid = Preconditions.identifier(podUuid, "podUuid");
            return this;
        }

        /**
         * Sets the version of the pod.
         *
         * @param podTag one of the tags of the pod, or null for the latest
         * @throws IllegalArgumentException if it is blank
         */
        public Builder podTag(@Nullable String podTag) {
            this.podTag = podTag == null ? null : Preconditions.identifier(podTag, "podTag");
            return this;
        }

        /**
         * Sets the image.
         *
         * @param imageUuid identifier of an image from {@link Images}
         * @throws IllegalArgumentException if it is blank
         */
        public Builder imageUuid(String imageUuid) {
            this.imageUuid = Preconditions.identifier(imageUuid, "imageUuid");
            return this;
        }

        /**
         * Sets the GPU model.
         *
         * @param gpuUuid identifier of a model from {@link Gpus#list()}
         * @throws IllegalArgumentException if it is blank
         */
        public Builder gpuUuid(String gpuUuid) {
            this.gpuUuid = Preconditions.identifier(gpuUuid, "gpuUuid");
            return this;
        }

        /**
         * Sets the number of GPUs.
         *
         * @param gpuCount 1, 2, 4 or 8; 1 unless set
         * @throws IllegalArgumentException if it is another number
         */
        public Builder gpuCount(int gpuCount) {
            Preconditions.gpuCount(gpuCount);
            this.gpuCount = gpuCount;
            return this;
        }

        /**
         * {@return the specification}
         *
         * @throws NullPointerException if the GPU model is not set
         * @throws IllegalArgumentException if neither pod nor image is set, or both are
         */
        public InstanceSpec build() {
            return new InstanceSpec(this);
        }
    }
}
