package com.example.render;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.resource.InstanceSpec;

/** The program under test. */
final class RenderFarm {

    private final GpuCloudClient client;

    RenderFarm(GpuCloudClient client) {
        this.client = client;
    }

    String rent() {
        return client.instances()
                .create(InstanceSpec.builder()
                        .podUuid("pod-comfyui")
                        .gpuUuid("gpu-rtx-4090")
                        .build())
                .instanceUuid();
    }

    boolean isReady(String id) {
        return client.instances()
                .find(id)
                .map(instance -> instance.status().equals(InstanceStatus.RUNNING))
                .orElse(false);
    }

    void giveBack(String id) {
        client.instances().destroy(id);
    }
}
