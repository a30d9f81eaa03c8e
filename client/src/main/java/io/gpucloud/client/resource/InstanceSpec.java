package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An instance to create: what it runs, and on which GPUs. */
public abstract sealed class InstanceSpec permits ImageInstanceSpec, PodInstanceSpec {

    private final String gpuUuid;
    private final int gpuCount;

    InstanceSpec(Builder<?> builder) {
        gpuUuid = Objects.requireNonNull(builder.gpuUuid, "gpuUuid");
        gpuCount = builder.gpuCount;
    }

    /** {@return the GPU model} */
    public final String gpuUuid() {
        return gpuUuid;
    }

    /** {@return the number of GPUs: 1, 2, 4 or 8} */
    public final int gpuCount() {
        return gpuCount;
    }

    /** The identifier of the pod or image that the instance runs, and its version; null if there is none. */
    abstract List<@Nullable String> source();

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof InstanceSpec spec
                && spec.getClass() == getClass()
                && spec.source().equals(source())
                && spec.gpuUuid.equals(gpuUuid)
                && spec.gpuCount == gpuCount;
    }

    @Override
    public final int hashCode() {
        return Objects.hash(source(), gpuUuid, gpuCount);
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + source() + ", " + gpuCount + " x " + gpuUuid + "]";
    }

    /**
     * Sets the GPUs.
     *
     * @param <B> the builder of the specification
     */
    public abstract static sealed class Builder<B extends Builder<B>>
            permits ImageInstanceSpec.Builder, PodInstanceSpec.Builder {

        private @Nullable String gpuUuid;
        private int gpuCount = 1;

        Builder() {}

        abstract B self();

        B gpusOf(InstanceSpec spec) {
            return gpuUuid(spec.gpuUuid).gpuCount(spec.gpuCount);
        }

        /**
         * Sets the GPU model.
         *
         * @param gpu the GPU model, from {@link Gpus#list()}
         * @return this builder
         */
        public B gpu(GpuModel gpu) {
            return gpuUuid(Objects.requireNonNull(gpu, "gpu").gpuUuid());
        }

        /**
         * Sets the GPU model by its identifier.
         *
         * @param gpuUuid the GPU model
         * @return this builder
         * @throws IllegalArgumentException if it is blank
         */
        public B gpuUuid(String gpuUuid) {
            this.gpuUuid = Preconditions.identifier(gpuUuid, "gpuUuid");
            return self();
        }

        /**
         * Sets the number of GPUs.
         *
         * @param gpuCount 1, 2, 4 or 8; 1 unless set
         * @return this builder
         * @throws IllegalArgumentException if it is another number
         */
        public B gpuCount(int gpuCount) {
            Preconditions.gpuCount(gpuCount);
            this.gpuCount = gpuCount;
            return self();
        }
    }
}
