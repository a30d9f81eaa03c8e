package io.gpucloud.client;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The readable records of a list response, as an unmodifiable list. It also reports how many records could not be read,
 * and whether the list is complete.
 *
 * <p>A record that cannot be read, because a required member is missing or has another type, does not fail the call. It
 * is left out, and its JSON is in {@link #unreadableRecords()}.
 */
public final class Listing<T> extends AbstractList<T> implements RandomAccess {

    private final List<T> items;
    private final List<String> unreadable;
    private final boolean complete;

    private Listing(List<T> items, List<String> unreadable, boolean complete) {
        this.items = List.copyOf(items);
        this.unreadable = List.copyOf(unreadable);
        this.complete = complete;
    }

    /**
     * {@return a complete listing without unreadable records, for tests that replace the service; the argument if it is
     * a listing}
     *
     * @param <T> type of the records
     * @param items the records; copied unless they are a listing
     */
    public static <T> Listing<T> of(List<T> items) {
        return items instanceof Listing<T> listing ? listing : of(items, List.of(), true);
    }

    /**
     * {@return a listing with given facts, for tests that replace the service}
     *
     * @param <T> type of the records
     * @param items the records that could be read; they are copied
     * @param unreadable the records that could not be read, as JSON; they are copied
     * @param complete whether these are all records
     */
    public static <T> Listing<T> of(List<T> items, List<String> unreadable, boolean complete) {
        return new Listing<>(items, unreadable, complete);
    }

    @Override
    public T get(int index) {
        return items.get(index);
    }

    @Override
    public int size() {
        return items.size();
    }

    /** {@return the records that could not be read, as JSON, in the order of the response} */
    public List<String> unreadableRecords() {
        return unreadable;
    }

    /** {@return how many records could not be read and are left out, 0 or more} */
    public int unreadable() {
        return unreadable.size();
    }

    /**
     * Returns whether the service sent all records. For {@code instances().list()} it is false if something hints at
     * more pages and the client could not read them; then an instance that is not listed may exist. One page of a
     * longer list is not complete. A response of success whose {@code data} is absent, null or {@code []} is an empty
     * list that is not complete.
     *
     * @return true if nothing hints at more records
     */
    public boolean isComplete() {
        return complete;
    }

    /**
     * {@return whether a record that is not listed does not exist: the listing is complete, and every record was read}
     */
    public boolean provesAbsence() {
        return complete && unreadable.isEmpty();
    }
}
