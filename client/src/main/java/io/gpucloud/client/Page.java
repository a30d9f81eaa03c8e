package io.gpucloud.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param <T> type of the records
 * @param number number of the page, from 1
 * @param items the records of the page, with the number of unreadable ones
 * @param total number of records on all pages, or null if the service did not send it
 */
public record Page<T>(
        int number, Listing<T> items, @Nullable Integer total) {

    /**
     * Creates a page without unreadable records, for tests that replace the service.
     *
     * @param number number of the page
     * @param items the records; they are copied
     * @param total number of records on all pages, or null
     */
    public Page(int number, List<T> items, @Nullable Integer total) {
        this(number, Listing.of(items), total);
    }
}
