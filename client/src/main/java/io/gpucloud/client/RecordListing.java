package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;

/** A listing backed by a list of the readable records. */
final class RecordListing<T> extends AbstractList<T> implements Listing<T>, RandomAccess {

    private final List<T> items;
    private final int unreadable;
    private final List<String> raw;
    private final boolean complete;

    RecordListing(List<T> items, int unreadable, List<String> raw, boolean complete) {
        Preconditions.require(unreadable >= 0, "the number of unreadable records must not be negative: " + unreadable);
        this.items = List.copyOf(items);
        this.unreadable = unreadable;
        this.raw = Collections.unmodifiableList(raw);
        this.complete = complete;
    }

    @Override
    public T get(int index) {
        return items.get(index);
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public int unreadable() {
        return unreadable;
    }

    @Override
    public List<String> raw() {
        return raw;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }
}
