package io.gpucloud.client;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A list that the service gives page by page. Nothing is asked before something is looked at, and no page before it is
 * needed; every iterator begins anew at page 1. Each page is one call, with the exceptions and the repeating that the
 * method names which gave this list.
 *
 * <p>It ends with an empty page, when as many items were seen as there are in all, or when a page is equal to the one before
 * (so it ends even if a service does not know paging); never because a page is short. Records that cannot be read are left out
 * and counted by {@link Listing#unreadable()} of their page. What is added or removed meanwhile
 * may be missed or seen twice.
 *
 * @param <T> what is listed
 */
public interface Paged<T> extends Iterable<T> {

    /**
     * Sets how many items a page holds.
     *
     * @param size how many, 1 or more; the service may have a limit of its own
     * @return the same list in pages of that size; 20 by default
     * @throws IllegalArgumentException if it is less than 1
     */
    Paged<T> withPageSize(int size);

    /**
     * Asks for one page. One call.
     *
     * @param number its number, from 1
     * @return the page; empty beyond the end
     * @throws IllegalArgumentException if the number is less than 1
     */
    Page<T> page(int number);

    /**
     * The pages, one after the other.
     *
     * @return the pages that hold something
     */
    Iterable<Page<T>> pages();

    /**
     * The items of all pages.
     *
     * @return a new iterator from page 1 on
     */
    @Override
    default Iterator<T> iterator() {
        return stream().iterator();
    }

    /**
     * The items of all pages.
     *
     * @return a lazy, sequential stream from page 1 on
     */
    default Stream<T> stream() {
        return StreamSupport.stream(pages().spliterator(), false).flatMap(page -> page.items().stream());
    }

    /**
     * A list that is there already, in one page: for tests that put their own in place of the service.
     *
     * @param <T> what is listed
     * @param items the items
     * @return the list
     */
    static <T> Paged<T> of(List<T> items) {
        return new GivenPage<>(new Page<>(1, items, items.size()));
    }
}
