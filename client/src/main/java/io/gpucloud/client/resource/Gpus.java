package io.gpucloud.client.resource;

import io.gpucloud.client.GpuStatus;
import io.gpucloud.client.Listing;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** GPU models of the platform. */
public interface Gpus {

    /**
     * Lists the models with their prices: {@code GET /gpu/list}. Repeated. The documentation of the service does not
     * show the values of their status; see {@link GpuStatus}.
     *
     * @throws AuthenticationException if the key is rejected
     */
    Listing<GpuModel> list();

    /**
     * Finds the cheapest model that is available for one GPU without a pod. Is otherwise like
     * {@link #cheapestAvailable(BigDecimal, int, Pod)}.
     *
     * @param maxHourlyPrice the highest price of one GPU per hour, in currency units; positive
     * @return the model; of equal prices, the first one in the list
     * @throws NoMatchingGpuException if no model is available at this price; names the reason for each model
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the price is not positive
     */
    default GpuModel cheapestAvailable(BigDecimal maxHourlyPrice) {
        return cheapestAvailable(maxHourlyPrice, 1, null);
    }

    /**
     * Finds the cheapest model that is available for an instance: {@code GET /gpu/list}. Repeated. Compares the
     * {@linkplain HourlyPrice#largest largest plausible price}, as leases do. By assumption {@code gpu-status}, a model
     * is available if its status is 1. Another program may rent the last GPU before you do; {@code Leases} can then try
     * the next model.
     *
     * @param maxHourlyPrice the highest price of the instance per hour, in currency units; positive
     * @param gpuCount the number of GPUs: 1, 2, 4 or 8
     * @param pod the pod that the instance runs, or null for an image
     * @return the model; of equal prices, the first one in the list
     * @throws NoMatchingGpuException if no model is available at this price; names the reason for each model
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the price is not positive, or the service does not offer the number of GPUs
     */
    default GpuModel cheapestAvailable(BigDecimal maxHourlyPrice, int gpuCount, @Nullable Pod pod) {
        Preconditions.amount(maxHourlyPrice, "maxHourlyPrice");
        Preconditions.gpuCount(gpuCount);
        Map<String, String> reasons = new LinkedHashMap<>();
        GpuModel cheapest = null;
        BigDecimal lowest = null;
        for (GpuModel gpu : list()) {
            BigDecimal price = hourly(gpu, gpuCount, pod).orElse(null);
            String reason = reason(gpu, price, maxHourlyPrice);
            if (reason != null) {
                reasons.put(gpu.gpuUuid(), reason);
            } else if (lowest == null || (price != null && price.compareTo(lowest) < 0)) {
                cheapest = gpu;
                lowest = price;
            }
        }
        if (cheapest == null) {
            throw new NoMatchingGpuException(
                    "no GPU model is available for at most " + maxHourlyPrice.toPlainString() + " an hour",
                    reasons,
                    FailureDetails.of(ApiOperation.LIST_GPUS),
                    null);
        }
        return cheapest;
    }

    // Null if the model is offered.
    private static @Nullable String reason(GpuModel gpu, @Nullable BigDecimal price, BigDecimal maxHourlyPrice) {
        GpuStatus status = gpu.status();
        if (status == null || !status.isAvailable()) {
            return "status " + (status == null ? "missing" : status);
        }
        if (price == null) {
            return hour(gpu.price()).isEmpty() ? "no hourly price is listed" : "the pod has no hourly price";
        }
        return price.compareTo(maxHourlyPrice) > 0 ? price.toPlainString() + " an hour" : null;
    }

    private static Optional<BigDecimal> hourly(GpuModel gpu, int gpuCount, @Nullable Pod pod) {
        Optional<BigDecimal> ofPod = pod == null ? Optional.of(BigDecimal.ZERO) : hour(pod.price());
        return hour(gpu.price()).flatMap(one -> ofPod.map(more -> HourlyPrice.largest(one, gpuCount, more)));
    }

    private static Optional<BigDecimal> hour(@Nullable Price price) {
        return Optional.ofNullable(price).map(Price::hour);
    }
}
