package io.gpucloud.benchmarks;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import java.io.IOException;
import java.util.List;

/** A program that calls the service. All of them return the same records. */
interface Caller {

    String POD = "pod-comfyui";
    String GPU = "gpu-rtx-4090";

    Balance balance() throws IOException, InterruptedException;

    List<Instance> list() throws IOException, InterruptedException;

    Instance create() throws IOException, InterruptedException;

    /** Our client with its default settings. */
    static Caller ofClient(String baseUrl, String apiKey) {
        GpuCloudClient client =
                GpuCloudClient.builder().baseUrl(baseUrl).apiKey(apiKey).build();
        InstanceSpec spec = InstanceSpec.builder().podUuid(POD).gpuUuid(GPU).build();
        return new Caller() {
            @Override
            public Balance balance() {
                return client.billing().balance();
            }

            @Override
            public List<Instance> list() {
                return client.instances().list();
            }

            @Override
            public Instance create() {
                return client.instances().create(spec);
            }
        };
    }
}
