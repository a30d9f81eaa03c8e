package io.gpucloud.stub.paging;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A part of a list.
 *
 * @param <T> what is listed
 * @param items what is on this page
 * @param total number of items on all pages
 */
public record Page<T>(List<T> items, int total) {

    /**
     * Which part of a list.
     *
     * @param number number of the page, from 1
     * @param size items on a page, 1 or more
     */
    public record Request(int number, int size) {}

    /**
     * This page with something else made of each item.
     *
     * @param <U> what is made
     * @param change makes it
     * @return the page of what was made
     */
    public <U> Page<U> map(Function<T, U> change) {
        return new Page<>(items.stream().map(change).toList(), total);
    }

    public static <T> Page<T> of(List<T> all, Request request) {
        return of(all.size(), all::get, request);
    }

    public static <T> Page<T> of(int total, IntFunction<T> item, Request request) {
        long from = (request.number() - 1L) * request.size();
        int start = (int) Math.min(from, total);
        int end = (int) Math.min(from + request.size(), total);
        return new Page<>(IntStream.range(start, end).mapToObj(item).toList(), total);
    }
}
