package io.gpucloud.client;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** A listing backed by a list of the readable records. */
final class RecordListing<T> extends AbstractList<T> implements Listing<T>, RandomAccess {

    private final List<T> items;
    private final List<String> unreadable;
    private final boolean complete;

    RecordListing(List<T> items, List<String> unreadable, boolean complete) {
        this.items = List.copyOf(items);
        this.unreadable = List.copyOf(unreadable);
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
    public List<String> unreadableRecords() {
        return unreadable;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }
}
