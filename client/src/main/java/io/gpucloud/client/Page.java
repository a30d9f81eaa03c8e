package io.gpucloud.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param <T> what is listed
 * @param number number of the page, from 1
 * @param items what is on it
 * @param total how many there are on all pages, or null if the service did not say
 */
public record Page<T>(int number, List<T> items, @Nullable Integer total) {

    /**
     * Takes a page.
     *
     * @param number number of the page
     * @param items what is on it; it is copied
     * @param total how many there are in all, or null
     */
    public Page {
        items = List.copyOf(items);
    }
}
