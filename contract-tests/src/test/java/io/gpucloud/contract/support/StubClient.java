package io.gpucloud.contract.support;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.InstanceSpec;

/** Clients of a stub on this machine, in real time. */
public final class StubClient {

    /** An instance that the default seed can create. */
    public static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    private StubClient() {}

    public static GpuCloudClient of(Object baseUrl, String apiKey) {
        return GpuCloudClient.builder()
                .baseUrl(baseUrl.toString())
                .apiKey(apiKey)
                .build();
    }
}
