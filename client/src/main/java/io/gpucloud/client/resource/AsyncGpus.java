package io.gpucloud.client.resource;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.GpuModel;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;

/** The asynchronous form of {@link Gpus}. Futures behave as those of {@link AsyncInstances}. */
public interface AsyncGpus {

    /**
     * Asynchronous form of {@link Gpus#list()}.
     *
     * @return the models
     */
    CompletableFuture<Listing<GpuModel>> list();

    /**
     * Asynchronous form of {@link Gpus#cheapestAvailable(BigDecimal)}.
     *
     * @param maxHourlyPrice the highest price of one GPU per hour, in currency units; positive
     * @return the model
     */
    CompletableFuture<GpuModel> cheapestAvailable(BigDecimal maxHourlyPrice);
}
