package io.gpucloud.client.resource;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.GpuModel;
import java.util.concurrent.CompletableFuture;

/** The asynchronous form of {@link Gpus}. Futures behave as those of {@link AsyncInstances}. */
public interface AsyncGpus {

    /**
     * Asynchronous form of {@link Gpus#list()}.
     *
     * @return the models
     */
    CompletableFuture<Listing<GpuModel>> list();
}
