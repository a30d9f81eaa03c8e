package io.gpucloud.client.resource;

import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.model.GpuModel;
import java.util.List;

/** GPU models of the platform. */
public interface Gpus {

    /**
     * Lists the models with their prices: {@code GET /gpu/list}. Repeated. What the values of their status mean is not
     * documented: try, and be ready for a refusal.
     *
     * @return all models
     * @throws AuthenticationException if the key is refused
     */
    List<GpuModel> list();
}
