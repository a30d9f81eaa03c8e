package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Pod;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An instance to create from a pod. Build one with {@link #of(Pod, GpuModel)} or {@link #builder()}. */
public final class PodInstanceSpec extends InstanceSpec {

    private final String podUuid;
    private final @Nullable String podTag;

    private PodInstanceSpec(Builder builder) {
        super(builder);
        podUuid = Objects.requireNonNull(builder.podUuid, "podUuid");
        podTag = builder.podTag;
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

    /** {@return a builder for the latest version of a pod on one GPU; pod and GPU model must be set} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with the values of this specification} */
    public Builder toBuilder() {
        return builder().podUuid(podUuid).podTag(podTag).gpusOf(this);
    }

    /** {@return the pod} */
    public String podUuid() {
        return podUuid;
    }

    /** {@return the version of the pod, one of its tags; null for the latest} */
    public @Nullable String podTag() {
        return podTag;
    }

    @Override
    List<@Nullable String> source() {
        return Arrays.asList(podUuid, podTag);
    }

    /** Builds {@link PodInstanceSpec}. */
    public static final class Builder extends InstanceSpec.Builder<Builder> {

        private @Nullable String podUuid;
        private @Nullable String podTag;

        private Builder() {}

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets the pod.
         *
         * @param pod the pod, from {@link Pods#list()}
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
         * @return this builder
         */
        public Builder podTag(@Nullable String podTag) {
            this.podTag = podTag;
            return this;
        }

        /**
         * Builds the specification.
         *
         * @return the specification
         * @throws NullPointerException if the pod or the GPU model is not set
         */
        public PodInstanceSpec build() {
            return new PodInstanceSpec(this);
        }
    }
}
