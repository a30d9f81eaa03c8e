package com.example.guides;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import java.time.Duration;

class Training {

    private final GpuCloudClient client;

    Training(GpuCloudClient client) {
        this.client = client;
    }

    /** Rents an instance that is shut down after the given time at the latest. */
    String start(String podUuid, String gpuUuid, Duration atMost) {
        Instance created = client.instances()
                .create(InstanceSpec.builder().podUuid(podUuid).gpuUuid(gpuUuid).build());
        client.instances().waitUntilRunning(created.instanceUuid());
        client.instances().scheduleShutdown(created.instanceUuid(), atMost);
        return created.instanceUuid();
    }
}
