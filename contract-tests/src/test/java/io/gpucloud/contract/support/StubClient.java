package io.gpucloud.contract.support;

import io.gpucloud.client.GpuCloudClient;

/** Clients of a stub on this machine, in real time. */
public final class StubClient {

    private StubClient() {}

    public static GpuCloudClient of(Object baseUrl, String apiKey) {
        return GpuCloudClient.builder()
                .baseUrl(baseUrl.toString())
                .apiKey(apiKey)
                .build();
    }
}
