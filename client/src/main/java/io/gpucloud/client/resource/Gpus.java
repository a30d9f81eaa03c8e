package io.gpucloud.client.resource;

import static java.util.Comparator.comparing;

import io.gpucloud.client.GpuStatus;
import io.gpucloud.client.Listing;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Price;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** GPU models of the platform. */
public interface Gpus {

    /**
     * Lists the models with their prices: {@code GET /gpu/list}. Repeated. The documentation of the service does not show the
     * values of their status; see {@link GpuStatus}.
     *
     * @return the models
     * @throws AuthenticationException if the key is rejected
     */
    Listing<GpuModel> list();

    /**
     * Finds the cheapest model that is available: {@code GET /gpu/list}. Repeated. Compares the prices of one GPU for an hour, which
     * may not be all that the service bills. By assumption {@code gpu-status}, a model is available if its status is 1. Another
     * program may rent the last GPU before you do; {@code Leases} can then try the next model.
     *
     * @param maxHourlyPrice the highest price of one GPU per hour, in currency units; positive
     * @return the model; of equal prices, the first one in the list
     * @throws NoMatchingGpuException if no model is available at this price; names the reason for each model
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the price is not positive
     */
    default GpuModel cheapestAvailable(BigDecimal maxHourlyPrice) {
        Objects.requireNonNull(maxHourlyPrice, "maxHourlyPrice");
        Preconditions.require(
                maxHourlyPrice.signum() > 0, "maxHourlyPrice must be positive, not " + maxHourlyPrice.toPlainString());
        Map<String, String> reasons = new LinkedHashMap<>();
        Optional<GpuModel> cheapest = list().stream()
                .filter(gpu -> isOffered(gpu, maxHourlyPrice, reasons))
                .min(comparing(gpu -> hourly(gpu).orElseThrow()));
        return cheapest.orElseThrow(() -> new NoMatchingGpuException(
                "no GPU model is available for at most " + maxHourlyPrice.toPlainString() + " an hour",
                reasons,
                FailureDetails.of(ApiOperation.LIST_GPUS),
                null));
    }

    private static boolean isOffered(GpuModel gpu, BigDecimal maxHourlyPrice, Map<String, String> reasons) {
        GpuStatus status = gpu.status();
        if (status == null || !status.isAvailable()) {
            reasons.put(gpu.gpuUuid(), "status " + (status == null ? "missing" : status));
            return false;
        }
        Optional<BigDecimal> price = hourly(gpu);
        if (price.filter(hourly -> hourly.compareTo(maxHourlyPrice) <= 0).isEmpty()) {
            reasons.put(
                    gpu.gpuUuid(),
                    price.map(hourly -> hourly.toPlainString() + " an hour").orElse("price not listed"));
            return false;
        }
        return true;
    }

    private static Optional<BigDecimal> hourly(GpuModel gpu) {
        @Nullable Price price = gpu.price();
        return Optional.ofNullable(price).map(Price::hour);
    }
}
