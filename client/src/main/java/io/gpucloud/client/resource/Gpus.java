package io.gpucloud.client.resource;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.model.GpuModel;

/** GPU models of the platform. */
public interface Gpus {

    /**
     * Lists the models with their prices: {@code GET /gpu/list}. Repeated. What the values of their status mean is not
     * documented: try, and be ready for a refusal.
     *
     * @return the models
     * @throws AuthenticationException if the key is refused
     */
    Listing<GpuModel> list();
}
