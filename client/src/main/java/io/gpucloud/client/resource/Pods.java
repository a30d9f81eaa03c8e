package io.gpucloud.client.resource;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.PodList;
import org.jspecify.annotations.Nullable;

/** Pods of the application market. */
public interface Pods {

    /**
     * Lists pods, without a key: {@code GET /pod/list}.
     *
     * @param page which page, from 1, or null for the service's choice
     * @param pageSize pods on a page, or null for the service's choice
     * @param name only those whose name is like this, or null for all
     * @return one page of pods
     * @throws GpuCloudException if they could not be listed
     */
    PodList list(@Nullable Integer page, @Nullable Integer pageSize, @Nullable String name);
}
