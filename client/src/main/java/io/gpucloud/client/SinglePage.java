package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.util.List;

/** A list of one given page. */
record SinglePage<T>(Page<T> first) implements Paged<T> {

    @Override
    public Paged<T> withPageSize(int size) {
        Preconditions.require(size >= 1, "the page size must be 1 or more, not " + size);
        return this;
    }

    @Override
    public Page<T> page(int number) {
        Preconditions.require(number >= 1, "pages are numbered from 1");
        return number == 1 ? first : new Page<>(number, List.of(), first.total());
    }

    @Override
    public Iterable<Page<T>> pages() {
        return first.items().isEmpty() ? List.of() : List.of(first);
    }
}
