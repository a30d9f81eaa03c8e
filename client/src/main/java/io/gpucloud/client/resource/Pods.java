package io.gpucloud.client.resource;

import io.gpucloud.client.Paged;
import io.gpucloud.client.model.Pod;

/** Pods of the application market. No key is needed, and none is sent. */
public interface Pods {

    /**
     * Lists all pods: {@code GET /pod/list}. Repeated.
     *
     * @return the pods; each page is requested when it is needed
     */
    default Paged<Pod> list() {
        return list(new PodFilter(null));
    }

    /**
     * Lists pods: {@code GET /pod/list}. Repeated.
     *
     * @param filter which pods
     * @return the pods; each page is requested when it is needed
     */
    Paged<Pod> list(PodFilter filter);
}
