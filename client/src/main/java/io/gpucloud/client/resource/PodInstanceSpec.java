package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Pod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance to create from a pod. Build one with {@link #of(Pod, GpuModel)} or, if you have identifiers, with {@link #builder()}.
 *
 * @param podUuid the pod, from {@link Pods#list()}
 * @param podTag version of the pod, one of its tags, or null for the latest
 * @param gpuUuid the GPU model, from {@link Gpus#list()}
 * @param gpuCount number of GPUs: 1, 2, 4 or 8
 */
public record PodInstanceSpec(String podUuid, @Nullable String podTag, String gpuUuid, int gpuCount) {

    /**
     * Checks the values.
     *
     * @param podUuid the pod
     * @param podTag version of the pod, or null
     * @param gpuUuid the GPU model
     * @param gpuCount number of GPUs
     * @throws IllegalArgumentException if an identifier is blank, or the number of GPUs is none of 1, 2, 4 and 8
     */
    public PodInstanceSpec {
        Preconditions.identifier(podUuid, "podUuid");
        Preconditions.identifier(gpuUuid, "gpuUuid");
        Preconditions.gpuCount(gpuCount);
    }

    /**
     * The latest version of a pod on one GPU.
     *
     * @param pod the pod
     * @param gpu the GPU model
     * @return the specification
     */
    public static PodInstanceSpec of(Pod pod, GpuModel gpu) {
        return builder().pod(pod).gpu(gpu).build();
    }

    /**
     * A builder for the latest version of a pod on one GPU.
     *
     * @return a builder without pod and GPU model
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Replaces the version of the pod.
     *
     * @param podTag one of the tags of the pod
     * @return the changed specification
     */
    public PodInstanceSpec withPodTag(String podTag) {
        Objects.requireNonNull(podTag, "podTag");
        return new PodInstanceSpec(podUuid, podTag, gpuUuid, gpuCount);
    }

    /**
     * Replaces the number of GPUs.
     *
     * @param gpuCount 1, 2, 4 or 8
     * @return the changed specification
     * @throws IllegalArgumentException if it is another number
     */
    public PodInstanceSpec withGpuCount(int gpuCount) {
        return new PodInstanceSpec(podUuid, podTag, gpuUuid, gpuCount);
    }

    /** Builds {@link PodInstanceSpec}. */
    public static final class Builder {

        private @Nullable String podUuid;
        private @Nullable String podTag;
        private @Nullable String gpuUuid;
        private int gpuCount = 1;

        private Builder() {}

        /**
         * Sets the pod.
         *
         * @param pod the pod
         * @return this builder
         */
        public Builder pod(Pod pod) {
            return podUuid(Objects.requireNonNull(pod, "pod").uuid());
        }

        /**
         * Sets the pod by its identifier.
         *
         * @param podUuid the pod
         * @return this builder
         */
        public Builder podUuid(String podUuid) {
            this.podUuid = podUuid;
            return this;
        }

        /**
         * Sets the version of the pod.
         *
         * @param podTag one of the tags of the pod, or null for the latest
         * @return this builder
         */
        public Builder podTag(@Nullable String podTag) {
            this.podTag = podTag;
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
         * @throws NullPointerException if the pod or the GPU model is not set
         * @throws IllegalArgumentException if an identifier is blank, or the number of GPUs is none of 1, 2, 4 and 8
         */
        public PodInstanceSpec build() {
            return new PodInstanceSpec(
                    Objects.requireNonNull(podUuid, "podUuid"),
                    podTag,
                    Objects.requireNonNull(gpuUuid, "gpuUuid"),
                    gpuCount);
        }
    }
}
