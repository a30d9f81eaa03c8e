package io.gpucloud.benchmarks;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import java.util.List;

/** Our client with its default settings. */
final class ClientCaller implements Caller {

    private static final InstanceSpec SPEC =
            InstanceSpec.builder().podUuid(POD).gpuUuid(GPU).build();

    private final GpuCloudClient client;

    ClientCaller(String baseUrl, String apiKey) {
        client = GpuCloudClient.builder().baseUrl(baseUrl).apiKey(apiKey).build();
    }

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
        return client.instances().create(SPEC);
    }

    @Override
    public void close() {
        client.close();
    }
}
