package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A list that the client requests page by page, each page when it is needed. Each page is one call. The method that
 * returned this list documents the exceptions of these calls and whether they are retried. Every iterator starts at
 * page 1.
 *
 * <p>The list ends with an empty page, when the iterator has seen the total number of items, or when a page is equal to
 * the previous one (so it also ends if a service ignores the page number). A short page does not end it. Unreadable
 * records are left out and counted by {@link Listing#unreadable()} of their page. Items that are added or removed
 * during the iteration may be missed or seen twice.
 */
public final class Paged<T> implements Iterable<T> {

    /** The page size in the examples of the service's documentation. */
    private static final int DEFAULT_SIZE = 20;

    private final Source<T> source;
    private final int pageSize;

    private Paged(Source<T> source, int pageSize) {
        this.source = source;
        this.pageSize = pageSize;
    }

    /** Requests one page of a list. */
    @FunctionalInterface
    public interface Source<T> {

        /**
         * Requests a page.
         *
         * @param number the page number, from 1
         * @param size items per page
         * @return the page; empty after the end of the list
         */
        Page<T> page(int number, int size);
    }

    /**
     * {@return a list in pages of the default size}
     *
     * @param <T> type of the items
     * @param source requests the pages
     */
    public static <T> Paged<T> of(Source<T> source) {
        return new Paged<>(Objects.requireNonNull(source, "source"), DEFAULT_SIZE);
    }

    /** {@return given items as one page, for tests that replace the service} */
    public static <T> Paged<T> of(List<T> items) {
        return of((page, size) -> new Page<>(page, page == 1 ? items : List.of(), items.size()));
    }

    /**
     * Sets the page size. The default is 20.
     *
     * @param size items per page, 1 or more; the service may have a limit of its own
     * @return the same list in pages of that size
     * @throws IllegalArgumentException if it is less than 1
     */
    public Paged<T> withPageSize(int size) {
        Preconditions.require(size >= 1, "the page size must be 1 or more, not " + size);
        return new Paged<>(source, size);
    }

    /**
     * Requests one page, in one call.
     *
     * @param number the page number, from 1
     * @return the page; empty after the end of the list
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Page<T> page(int number) {
        Preconditions.require(number >= 1, "pages are numbered from 1");
        Page<T> page = source.page(number, pageSize);
        Listing<T> items = page.items();
        Integer total = page.total();
        boolean complete = items.isComplete() && number == 1 && total != null && total <= count(page);
        return new Page<>(number, Listing.of(items, items.unreadableRecords(), complete), total);
    }

    /** The number of records on a page, unreadable ones included. */
    private static int count(Page<?> page) {
        return page.items().size() + page.items().unreadable();
    }

    /** {@return the pages that are not empty, in order} */
    public Iterable<Page<T>> pages() {
        return () -> Spliterators.iterator(new Pages());
    }

    /** {@return a new iterator over the items of all pages, from page 1} */
    @Override
    public Iterator<T> iterator() {
        return stream().iterator();
    }

    /** {@return a lazy, sequential stream of the items of all pages, from page 1} */
    public Stream<T> stream() {
        return StreamSupport.stream(new Pages(), false).flatMap(page -> page.items().stream());
    }

    /** Requests nothing. */
    @Override
    public String toString() {
        return "Paged[pageSize=" + pageSize + "]";
    }

    /** Requests each page when the caller advances to it. */
    private final class Pages extends Spliterators.AbstractSpliterator<Page<T>> {

        private @Nullable Page<T> last;
        private int number;
        private long seen;
        private boolean ended;

        Pages() {
            super(Long.MAX_VALUE, ORDERED | NONNULL);
        }

        @Override
        public boolean tryAdvance(Consumer<? super Page<T>> action) {
            if (ended) {
                return false;
            }
            Page<T> page = page(number + 1);
            number++;
            seen += count(page);
            boolean more = count(page) > 0 && !isSame(page, last);
            ended = !more || (page.total() != null && seen >= page.total());
            last = page;
            if (more) {
                action.accept(page);
            }
            return more;
        }

        private boolean isSame(Page<T> page, @Nullable Page<T> other) {
            return other != null
                    && page.items().equals(other.items())
                    && page.items().unreadableRecords().equals(other.items().unreadableRecords());
        }
    }
}
