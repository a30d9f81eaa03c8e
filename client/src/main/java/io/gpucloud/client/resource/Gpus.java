package io.gpucloud.client.resource;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.GpuModel;
import java.util.List;

/** GPU models of the platform. */
public interface Gpus {

    /**
     * Lists the models: {@code GET /gpu/list}.
     *
     * @return all models
     * @throws GpuCloudException if they could not be listed
     */
    List<GpuModel> list();
}
