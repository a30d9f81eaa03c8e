package com.example.farm;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.resource.InstanceSpec;

/** After: the client. */
final class ClientFarm implements Farm {

    private final GpuCloudClient client;

    ClientFarm(GpuCloudClient client) {
        this.client = client;
    }

    @Override
    public String rent(String pod, String gpu) {
        return client.instances()
                .create(InstanceSpec.builder().podUuid(pod).gpuUuid(gpu).build())
                .instanceUuid();
    }

    @Override
    public boolean isReady(String id) {
        return client.instances()
                .find(id)
                .map(instance -> instance.status().equals(InstanceStatus.RUNNING))
                .orElse(false);
    }

    @Override
    public void giveBack(String id) {
        client.instances().destroy(id);
    }
}
