package io.gpucloud.client.resource;

import io.gpucloud.client.AsyncPaged;
import io.gpucloud.client.model.Pod;

/** The asynchronous form of {@link Pods}. Futures behave as those of {@link AsyncInstances}. */
public interface AsyncPods {

    /**
     * Asynchronous form of {@link Pods#list()}.
     *
     * @return the pods, page by page
     */
    AsyncPaged<Pod> list();

    /**
     * Asynchronous form of {@link Pods#list(PodFilter)}.
     *
     * @param filter which pods
     * @return the pods, page by page
     */
    AsyncPaged<Pod> list(PodFilter filter);
}
