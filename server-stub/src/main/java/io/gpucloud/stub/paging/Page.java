package io.gpucloud.stub.paging;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A page of a list. */
public record Page<T>(List<T> items, int total) {

    /**
     * A request for a page.
     *
     * @param number number of the page, from 1
     * @param size items on a page, 1 or more
     */
    public record Request(int number, int size) {

        /** The whole list. */
        public static final Request ALL = new Request(1, Integer.MAX_VALUE);
    }

    /** Maps the items of this page. */
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
