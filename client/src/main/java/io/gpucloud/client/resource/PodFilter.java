package io.gpucloud.client.resource;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects the pods to list.
 *
 * @param title text to search for in the titles, or null for all pods. How the service compares is not documented
 */
public record PodFilter(@Nullable String title) {

    /**
     * Searches pods by title.
     *
     * @param title text to search for
     * @return the filter
     */
    public static PodFilter titled(String title) {
        Objects.requireNonNull(title, "title");
        return new PodFilter(title);
    }
}
