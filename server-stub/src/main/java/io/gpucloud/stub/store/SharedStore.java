package io.gpucloud.stub.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by name that belong to the whole stub, not to one account. Reads are cheap. A change is visible to all readers
 * when its call returns.
 */
public interface SharedStore<V> {

    /** Returns the value of a name, or null if it has none. */
    @Nullable
    V get(String name);

    /** Returns the value of a name, or else that of another one, or null if both have none. */
    @Nullable
    V get(String name, String other);

    /** Returns all values by name, in alphabetical order. */
    Map<String, V> all();

    /** Returns the number of names that have a value. */
    int size();

    /**
     * Changes the value of a name.
     *
     * @param change computes the new value; if it throws, nothing has changed
     */
    @Nullable
    V change(String name, Change<V> change);

    /** Replaces all values. */
    void replaceAll(Map<String, V> values);

    /** Computes a new value from the old one. It may be called more than once if another change was faster. */
    @FunctionalInterface
    interface Change<V> {
        /**
         * Computes the new value. It may be called more than once.
         *
         * @param now the current value, or null if there is none
         * @return the new value, or null to remove it
         */
        @Nullable
        V of(@Nullable V now);
    }
}
