package io.gpucloud.client.examples;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.PodInstanceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Starts several instances, waits for all of them at once, and then destroys them side by side. */
final class ManyAtOnce {

    private ManyAtOnce() {}

    static List<Instance> run(GpuCloudClient client, PodInstanceSpec spec, int count) {
        List<CompletableFuture<Instance>> waits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = client.instances().createByPod(spec).instanceUuid();
            waits.add(client.instances().waitUntilRunningAsync(id, WaitOptions.defaults()));
        }
        List<Instance> running = waits.stream().map(CompletableFuture::join).toList();

        ExecutorService threads = Executors.newFixedThreadPool(8); // Java 21: newVirtualThreadPerTaskExecutor()
        List<CompletableFuture<Void>> destroyed = running.stream()
                .map(instance ->
                        CompletableFuture.runAsync(() -> client.instances().destroy(instance.instanceUuid()), threads))
                .toList();
        destroyed.forEach(CompletableFuture::join);
        threads.shutdown();
        return running;
    }
}
