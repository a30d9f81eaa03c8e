package io.gpucloud.client.resource;

import io.gpucloud.client.Paged;
import io.gpucloud.client.model.Pod;
import java.util.Optional;

/** Pods of the application market. No key is needed, and none is sent. */
public interface Pods {

    /**
     * Lists all pods: {@code GET /pod/list}. Repeated.
     *
     * @return the pods; each page is requested when it is needed
     */
    Paged<Pod> list();

    /**
     * Searches pods by title: {@code GET /pod/list}. Repeated.
     *
     * @param title text to search for in the titles. How the service compares is not documented
     * @return the pods; each page is requested when it is needed
     */
    Paged<Pod> list(String title);

    /**
     * Finds a pod by its title: {@code GET /pod/list}. Repeated.
     *
     * @param title text to search for in the titles. How the service compares is not documented
     * @return the first pod that the service finds, or empty
     */
    default Optional<Pod> find(String title) {
        return list(title).stream().findFirst();
    }
}
