package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance to create: a pod or an image, on GPUs of one model. Build one from what you listed, or from identifiers.
 */
public final class InstanceSpec {

    private final Builder values;
    private final String gpuUuid;

    private InstanceSpec(Builder values, String gpuUuid) {
        this.values = values;
        this.gpuUuid = gpuUuid;
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
        return values.copy();
    }

    /** {@return the pod, or null if the instance runs an image} */
    public @Nullable String podUuid() {
        return values.podUuid;
    }

    /** {@return the version of the pod, one of its tags; null for the latest} */
    public @Nullable String podTag() {
        return values.podTag;
    }

    /** {@return the image, or null if the instance runs a pod} */
    public @Nullable String imageUuid() {
        return values.imageUuid;
    }

    /** {@return the GPU model} */
    public String gpuUuid() {
        return gpuUuid;
    }

    /** {@return the number of GPUs: 1, 2, 4 or 8} */
    public int gpuCount() {
        return values.gpuCount;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InstanceSpec spec && spec.members().equals(members());
    }

    @Override
    public int hashCode() {
        return members().hashCode();
    }

    private List<@Nullable Object> members() {
        return Arrays.asList(values.podUuid, values.podTag, values.imageUuid, gpuUuid, values.gpuCount);
    }

    @Override
    public String toString() {
        String version = values.podTag == null ? "" : ":" + values.podTag;
        String source = values.podUuid == null ? "image " + values.imageUuid : "pod " + values.podUuid + version;
        return "InstanceSpec[" + source + ", " + values.gpuCount + " x " + gpuUuid + "]";
    }

    /** Builds {@link InstanceSpec}. */
    public static final class Builder implements Cloneable {

        private @Nullable String podUuid;
        private @Nullable String podTag;
        private @Nullable String imageUuid;
        private @Nullable String gpuUuid;
        private int gpuCount = 1;

        private Builder() {}

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

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
            Preconditions.require(
                    (podUuid == null) != (imageUuid == null), "an instance needs either a pod or an image");
            Preconditions.require(podTag == null || podUuid != null, "an image has no podTag");
            return new InstanceSpec(copy(), Objects.requireNonNull(gpuUuid, "gpuUuid"));
        }
    }
}
