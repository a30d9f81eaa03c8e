package io.gpucloud.stub.store;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values by name that belong to the whole stub, not to one account. Reads are cheap. A change is visible to all readers
 * when its call returns.
 */
public interface SharedStore<V> {

    /** Returns the value of a name, or null if it has none. */
    @Nullable
    V get(String name);

    /** Returns all values by name, in alphabetical order. */
    Map<String, V> all();

    /** Returns the number of names that have a value. */
    int size();

    /**
     * Changes the value of a name.
     *
     * @param change computes the new value from the old one; null means none. If it throws, nothing has changed
     */
    @Nullable
    V change(String name, UnaryOperator<@Nullable V> change);

    /** Replaces all values. */
    void replaceAll(Map<String, V> values);
}
