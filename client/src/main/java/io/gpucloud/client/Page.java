package io.gpucloud.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param <T> what is listed
 * @param number number of the page, from 1
 * @param items the records on it, and how many could not be read
 * @param total how many there are on all pages, or null if the service did not say
 */
public record Page<T>(
        int number, Listing<T> items, @Nullable Integer total) {

    /**
     * A page whose records could all be read, for tests that replace the service.
     *
     * @param number number of the page
     * @param items the records on it; they are copied
     * @param total how many there are on all pages, or null
     */
    public Page(int number, List<T> items, @Nullable Integer total) {
        this(number, Listing.of(items), total);
    }
}
