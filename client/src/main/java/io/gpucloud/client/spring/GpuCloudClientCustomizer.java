package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClientBuilder;

/** Changes the client before it is built. All beans of this type are called, in their order. */
@FunctionalInterface
public interface GpuCloudClientCustomizer {

    /**
     * Changes the client.
     *
     * @param builder the builder; address, key, options and listeners are already set
     */
    void customize(GpuCloudClientBuilder builder);
}
