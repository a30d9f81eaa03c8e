package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Prices of an hour, as they are listed at a moment. Which of them the service bills is not known, so the larger counts.
 *
 * @param gpus by the identifier of the GPU model, in the order of the list
 * @param pods by the identifier of the pod
 */
record Prices(Map<String, BigDecimal> gpus, Map<String, BigDecimal> pods) {

    static Prices ofGpus(GpuCloudClient client) {
        Map<String, BigDecimal> gpus = new LinkedHashMap<>();
        for (GpuModel gpu : client.gpus().list()) {
            put(gpus, gpu.gpuUuid(), gpu.price());
        }
        return new Prices(gpus, Map.of());
    }

    static Prices ofGpusAndPods(GpuCloudClient client) {
        Map<String, BigDecimal> pods = new LinkedHashMap<>();
        for (Pod pod : client.pods().list()) {
            put(pods, pod.uuid(), pod.price());
        }
        return new Prices(ofGpus(client).gpus(), pods);
    }

    private static void put(Map<String, BigDecimal> prices, String uuid, @Nullable Price price) {
        if (price != null) {
            prices.put(uuid, price.hour());
        }
    }

    List<String> cheapestFirst() {
        return gpus.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The price of an hour of all GPUs with a pod, or with none; empty if a price is not listed. */
    Optional<BigDecimal> hourly(@Nullable String gpuUuid, int gpuCount, @Nullable String podUuid) {
        BigDecimal gpu = gpus.get(gpuUuid);
        BigDecimal pod = podUuid == null ? BigDecimal.ZERO : pods.get(podUuid);
        return gpu == null || pod == null
                ? Optional.empty()
                : Optional.of(gpu.max(pod).multiply(BigDecimal.valueOf(gpuCount)));
    }

    /** The price of an hour of an instance, which names its pod as its image if it has one (A9). */
    Optional<BigDecimal> of(Instance instance) {
        String pod =
                instance.imageUuid() != null && pods.containsKey(instance.imageUuid()) ? instance.imageUuid() : null;
        int gpuCount = instance.gpuNums() == null ? 1 : instance.gpuNums();
        return hourly(instance.gpuUuid(), gpuCount, pod);
    }
}
