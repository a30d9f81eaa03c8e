package io.gpucloud.client.spring;

import io.gpucloud.client.lease.LeaseOptions;

/** Changes the options of the auto-configured leases. All beans of this type are called, in their order. */
@FunctionalInterface
public interface GpuCloudLeaseCustomizer {

    /**
     * Changes the options.
     *
     * @param options the builder; the {@code gpu-cloud.leases.*} properties are already set
     */
    void customize(LeaseOptions.Builder options);
}
