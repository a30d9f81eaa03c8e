package io.gpucloud.client;

import java.util.List;

/**
 * The readable records of a list response, as an unmodifiable list. It also reports how many records could not be read, and whether
 * the list is complete.
 *
 * <p>A record that cannot be read, because a required member is missing or has another type, does not fail the call. It is left
 * out, counted by {@link #unreadable()}, and included in {@link #raw()}.
 *
 * @param <T> type of the records
 */
public interface Listing<T> extends List<T> {

    /** {@return how many records could not be read and are left out, 0 or more} */
    int unreadable();

    /**
     * Returns all records of the response as JSON, in the order of the response. The unreadable ones are included.
     *
     * @return one text per record; empty if the listing was not read from a response
     */
    List<String> raw();

    /**
     * Returns whether the service sent all records. For {@code instances().list()} it is false if something hints at more pages
     * and the client could not read them; then an instance that is not listed may exist. One page of a longer list is not complete. A
     * response of success whose {@code data} is absent, null or {@code []} is an empty list that is not complete.
     *
     * @return true if nothing hints at more records
     */
    boolean isComplete();

    /** {@return whether a record that is not listed does not exist: the listing is complete, and every record was read} */
    default boolean provesAbsence() {
        return isComplete() && unreadable() == 0;
    }

    /**
     * Returns a complete listing without unreadable records, for tests that replace the service. Returns the argument if it is a listing.
     *
     * @param <T> type of the records
     * @param items the records; copied unless they are a listing
     * @return the listing
     */
    static <T> Listing<T> of(List<T> items) {
        return items instanceof Listing<T> listing ? listing : of(items, 0, List.of(), true);
    }

    /**
     * Returns a listing with given facts, for tests that replace the service.
     *
     * @param <T> type of the records
     * @param items the records that could be read; they are copied
     * @param unreadable how many records could not be read, 0 or more
     * @param raw all records as JSON; not copied
     * @param complete whether these are all records
     * @return the listing
     */
    static <T> Listing<T> of(List<T> items, int unreadable, List<String> raw, boolean complete) {
        return new RecordListing<>(items, unreadable, raw, complete);
    }
}
