package io.gpucloud.stub.billing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** A list that grows at its end, shrinks at its start and is read by index, each in constant time. */
final class BoundedList<T> {

    private final List<T> items = new ArrayList<>();
    private int start;

    int size() {
        return items.size() - start;
    }

    T get(int index) {
        return items.get(start + index);
    }

    void add(T item) {
        items.add(item);
    }

    T removeFirst() {
        T first = items.get(start);
        start++;
        // Compacts when half is free: moving the rest costs no more than the removals did.
        if (start > items.size() / 2) {
            items.subList(0, start).clear();
            start = 0;
        }
        return first;
    }

    /** Finds an item by a key that increases from item to item. */
    Optional<T> find(ToLongFunction<T> key, long wanted) {
        int low = 0;
        int high = size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = key.applyAsLong(get(middle));
            if (found == wanted) {
                return Optional.of(get(middle));
            }
            if (found < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
    }
}
