package io.gpucloud.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous form of {@link Paged}: a list that the service returns page by page. Each method that returns a future starts at page
 * 1. Cancelling the future aborts the call under way and requests no further page.
 *
 * @param <T> type of the records
 */
public interface AsyncPaged<T> {

    /**
     * Sets how many records a page has.
     *
     * @param size how many, 1 or more; the service may have a limit of its own
     * @return the same list in pages of that size; 20 by default
     * @throws IllegalArgumentException if it is less than 1
     */
    AsyncPaged<T> withPageSize(int size);

    /**
     * Requests one page.
     *
     * @param number its number, from 1
     * @return the page; empty beyond the end
     */
    CompletableFuture<Page<T>> page(int number);

    /**
     * Passes the records of all pages to an action, one after the other. A page is requested when the action has seen the previous one.
     *
     * @param action called on the executor of the client; an exception that it throws ends the listing
     * @return completes when the action has seen all records
     */
    CompletableFuture<@Nullable Void> forEach(Consumer<? super T> action);

    /**
     * Requests all pages.
     *
     * @return the records of all pages
     */
    CompletableFuture<List<T>> toList();
}
