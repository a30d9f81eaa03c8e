package io.gpucloud.client.resource;

import org.jspecify.annotations.Nullable;

/**
 * Which pods to list.
 *
 * @param name text that the name must be like, or null for all pods
 */
public record PodFilter(@Nullable String name) {

    /**
     * Pods by their name.
     *
     * @param name text that the name must be like
     * @return the filter
     */
    public static PodFilter named(String name) {
        return new PodFilter(name);
    }
}
