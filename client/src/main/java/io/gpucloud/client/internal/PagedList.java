package io.gpucloud.client.internal;

import io.gpucloud.client.Page;
import io.gpucloud.client.Paged;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A list that is asked for page by page. */
record PagedList<T>(Source<T> source, @Nullable Integer pageSize) implements Paged<T> {

    /** Asks for one page. */
    @FunctionalInterface
    interface Source<T> {
        Page<T> page(int number, @Nullable Integer size);
    }

    PagedList(Source<T> source) {
        this(source, null);
    }

    @Override
    public Paged<T> withPageSize(int size) {
        Preconditions.require(size >= 1, "a page holds 1 item or more");
        return new PagedList<>(source, size);
    }

    @Override
    public Page<T> page(int number) {
        Preconditions.require(number >= 1, "pages are numbered from 1");
        return source.page(number, pageSize);
    }

    @Override
    public Iterable<Page<T>> pages() {
        return Pages::new;
    }

    /** Goes from page to page, and asks for one when it must be known whether there is another. */
    private final class Pages implements Iterator<Page<T>> {

        private @Nullable Page<T> next;
        private List<T> last = List.of();
        private int number;
        private long seen;
        private boolean ended;

        @Override
        public boolean hasNext() {
            if (next == null && !ended) {
                next = ask();
            }
            return next != null;
        }

        private @Nullable Page<T> ask() {
            Page<T> page = page(number + 1);
            number++;
            if (page.items().isEmpty() || page.items().equals(last)) {
                ended = true;
                return null;
            }
            seen += page.items().size();
            last = page.items();
            ended = page.total() != null && seen >= page.total();
            return page;
        }

        @Override
        public Page<T> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Page<T> page = Objects.requireNonNull(next);
            next = null;
            return page;
        }
    }
}
