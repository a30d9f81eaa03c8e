package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.Page;
import io.gpucloud.client.Paged;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A list that is requested page by page. */
public record LazyPaged<T>(Source<T> source, int pageSize) implements Paged<T> {

    /** The page size in the examples of the service's documentation. */
    private static final int DEFAULT_SIZE = 20;

    /** Requests one page. */
    @FunctionalInterface
    public interface Source<T> {

        /** Requests a page. */
        Page<T> page(int number, int size);
    }

    /** A list in pages of the default size. */
    public LazyPaged(Source<T> source) {
        this(source, DEFAULT_SIZE);
    }

    @Override
    public Paged<T> withPageSize(int size) {
        Preconditions.require(size >= 1, "the page size must be 1 or more, not " + size);
        return new LazyPaged<>(source, size);
    }

    @Override
    public Page<T> page(int number) {
        Preconditions.require(number >= 1, "pages are numbered from 1");
        Page<T> page = source.page(number, pageSize);
        Integer total = page.total();
        boolean complete = page.items().isComplete() && number == 1 && total != null && total <= count(page);
        return new Page<>(number, withCompleteness(page.items(), complete), total);
    }

    /** A list without pages. */
    static <T> Listing<T> wholeList(List<T> items, @Nullable Integer total) {
        Listing<T> listing = Listing.of(items);
        boolean all = total == null || total <= listing.size() + listing.unreadable();
        return withCompleteness(listing, listing.isComplete() && all);
    }

    /** The same records, marked as complete or incomplete. */
    private static <T> Listing<T> withCompleteness(List<T> items, boolean complete) {
        Listing<T> listing = Listing.of(items);
        return listing.isComplete() == complete ? listing : Listing.of(listing, listing.unreadableRecords(), complete);
    }

    /** The number of records on a page, unreadable ones included. */
    private static int count(Page<?> page) {
        return page.items().size() + page.items().unreadable();
    }

    @Override
    public Iterable<Page<T>> pages() {
        return Pages::new;
    }

    /** Iterates over the pages. {@code hasNext} requests the next page. */
    private final class Pages implements Iterator<Page<T>> {

        private @Nullable Page<T> next;
        private @Nullable Page<T> last;
        private int number;
        private long seen;
        private boolean ended;

        @Override
        public boolean hasNext() {
            if (next == null && !ended) {
                next = request();
            }
            return next != null;
        }

        private @Nullable Page<T> request() {
            Page<T> page = page(number + 1);
            number++;
            if (count(page) == 0 || isSame(page, last)) {
                ended = true;
                return null;
            }
            seen += count(page);
            last = page;
            ended = page.total() != null && seen >= page.total();
            return page;
        }

        private boolean isSame(Page<T> page, @Nullable Page<T> other) {
            return other != null
                    && page.items().equals(other.items())
                    && page.items().unreadableRecords().equals(other.items().unreadableRecords());
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
