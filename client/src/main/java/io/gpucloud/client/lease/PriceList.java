package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Price;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.HourlyPrice;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hourly prices as listed at a moment. The largest plausible price counts, see {@link HourlyPrice}.
 *
 * @param gpus by the identifier of the GPU model, in the order of the list; null for one that is listed without a price
 * @param pods by the identifier of the pod; null for a pod that is listed without a price
 */
record PriceList(
        Map<String, @Nullable BigDecimal> gpus,
        Map<String, @Nullable BigDecimal> pods,
        Map<String, String> podsOfImages) {

    private static final BigDecimal HIGHEST = BigDecimal.valueOf(1_000_000);
    private static final int MOST_DECIMALS = 18;

    static PriceList ofGpus(GpuCloudClient client) {
        Map<String, @Nullable BigDecimal> gpus = new LinkedHashMap<>();
        client.gpus().list().forEach(gpu -> gpus.put(gpu.gpuUuid(), plausible(gpu.price())));
        return new PriceList(gpus, Map.of(), Map.of());
    }

    static PriceList ofGpusAndPods(GpuCloudClient client) {
        Map<String, @Nullable BigDecimal> pods = new LinkedHashMap<>();
        client.pods().list().forEach(pod -> pods.put(pod.uuid(), plausible(pod.price())));
        return new PriceList(ofGpus(client).gpus(), pods, Map.of());
    }

    /** Lists private images only if one of the requests may name one. */
    static PriceList of(GpuCloudClient client, List<InstanceRequest> requests) {
        PriceList prices = ofGpusAndPods(client);
        boolean images = requests.stream()
                .map(InstanceRequest::imageUuid)
                .anyMatch(image -> image != null && !prices.pods.containsKey(image));
        return images ? new PriceList(prices.gpus, prices.pods, podsOfImages(client)) : prices;
    }

    /** The pod whose price may be billed. A private image was saved from an instance of a pod. */
    static @Nullable String podOf(GpuCloudClient client, @Nullable String podUuid, @Nullable String imageUuid) {
        return podUuid != null ? podUuid : podsOfImages(client).get(imageUuid);
    }

    private static Map<String, String> podsOfImages(GpuCloudClient client) {
        Map<String, String> pods = new HashMap<>();
        for (PrivateImage image : client.images().privateImages()) {
            String podUuid = image.podUuid();
            if (podUuid != null && !podUuid.isBlank()) {
                pods.put(image.uuid(), podUuid);
            }
        }
        return pods;
    }

    /** The hourly price; null if there is none, or if it cannot be an amount of money. */
    private static @Nullable BigDecimal plausible(@Nullable Price price) {
        BigDecimal hour = price == null ? null : price.hour();
        boolean isAmount =
                hour != null && hour.signum() >= 0 && hour.compareTo(HIGHEST) <= 0 && hour.scale() <= MOST_DECIMALS;
        return isAmount ? hour : null;
    }

    /** The models with a price. */
    List<String> cheapestFirst() {
        Map<String, BigDecimal> priced = new LinkedHashMap<>(gpus);
        priced.values().removeIf(Objects::isNull);
        return priced.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The hourly price of all GPUs, with or without a pod; empty if a price is not listed. */
    Optional<BigDecimal> hourly(String gpuUuid, int gpuCount, @Nullable String podUuid) {
        BigDecimal gpu = gpus.get(gpuUuid);
        BigDecimal pod = podUuid == null ? BigDecimal.ZERO : pods.get(podUuid);
        return gpu == null || pod == null ? Optional.empty() : Optional.of(HourlyPrice.largest(gpu, gpuCount, pod));
    }

    /** The hourly price of the instance of a request; empty if a price is not listed. */
    Optional<BigDecimal> of(InstanceRequest request) {
        String podUuid = request.podUuid() == null ? podOf(request.imageUuid()) : request.podUuid();
        return hourly(request.gpuUuid(), request.gpuCount(), podUuid);
    }

    /** The hourly price of an instance. */
    Optional<BigDecimal> of(Instance instance) {
        return of(InstanceRequest.of(instance));
    }

    /**
     * The hourly price of an instance that is probably billed: the GPUs without the pod (assumption
     * {@code billed-price}).
     */
    Optional<BigDecimal> billed(Instance instance) {
        InstanceRequest request = InstanceRequest.of(instance);
        return hourly(request.gpuUuid(), request.gpuCount(), null);
    }

    /**
     * The pod of an instance: its image (assumption {@code instance-image}), or the pod of its private image; null if
     * neither.
     */
    @Nullable
    String podOf(Instance instance) {
        return podOf(instance.imageUuid());
    }

    private @Nullable String podOf(@Nullable String image) {
        return image == null || pods.containsKey(image) ? image : podsOfImages.get(image);
    }
}
