package io.gpucloud.client;

import io.gpucloud.client.internal.LazyPaged;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A list that the client requests page by page, each page when it is needed. Each page is one call. The method that returned this list
 * documents the exceptions of these calls and whether they are retried. Every iterator starts at page 1.
 *
 * <p>The list ends with an empty page, when the iterator has seen the total number of items, or when a page is equal to the previous
 * one (so it also ends if a service ignores the page number). A short page does not end it. Unreadable records are left out and
 * counted by {@link Listing#unreadable()} of their page. Items that are added or removed during the iteration may be missed or seen
 * twice.
 *
 * @param <T> type of the items
 */
public interface Paged<T> extends Iterable<T> {

    /**
     * Sets the page size. The default is 20.
     *
     * @param size items per page, 1 or more; the service may have a limit of its own
     * @return the same list in pages of that size
     * @throws IllegalArgumentException if it is less than 1
     */
    Paged<T> withPageSize(int size);

    /**
     * Requests one page, in one call.
     *
     * @param number the page number, from 1
     * @return the page; empty after the end of the list
     * @throws IllegalArgumentException if the number is less than 1
     */
    Page<T> page(int number);

    /** {@return the pages that are not empty, in order} */
    Iterable<Page<T>> pages();

    /** {@return a new iterator over the items of all pages, from page 1} */
    @Override
    default Iterator<T> iterator() {
        return stream().iterator();
    }

    /** {@return a lazy, sequential stream of the items of all pages, from page 1} */
    default Stream<T> stream() {
        return StreamSupport.stream(pages().spliterator(), false).flatMap(page -> page.items().stream());
    }

    /**
     * Returns given items as one page, for tests that replace the service.
     *
     * @param <T> type of the items
     * @param items the items
     * @return the list
     */
    static <T> Paged<T> of(List<T> items) {
        return new LazyPaged<>((page, size) -> new Page<>(page, page == 1 ? items : List.of(), items.size()));
    }
}
