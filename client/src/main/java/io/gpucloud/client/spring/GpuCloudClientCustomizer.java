package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClientBuilder;

/** Changes the client before it is built. All beans of this type are asked, in their order. */
@FunctionalInterface
public interface GpuCloudClientCustomizer {

    /**
     * Changes the client.
     *
     * @param builder what the client is built of; address, key, options and listeners are set already
     */
    void customize(GpuCloudClientBuilder builder);
}
