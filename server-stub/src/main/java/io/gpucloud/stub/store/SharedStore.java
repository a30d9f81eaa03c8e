package io.gpucloud.stub.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by name that belong to the whole stub, not to one account. Reads are cheap. A change is visible to all readers when its call
 * returns.
 *
 * @param <V> type of the values: a record, compared by value
 */
public interface SharedStore<V> {

    /**
     * Returns the value of a name.
     *
     * @param name the name
     * @return its value, or null if it has none
     */
    @Nullable
    V get(String name);

    /**
     * Returns all values.
     *
     * @return values by name, in alphabetical order
     */
    Map<String, V> all();

    /**
     * Returns the number of names that have a value.
     *
     * @return their number
     */
    int size();

    /**
     * Changes the value of a name.
     *
     * @param name the name
     * @param change computes the new value; if it throws, nothing has changed
     * @return the new value
     */
    @Nullable
    V change(String name, Change<V> change);

    /**
     * Replaces all values.
     *
     * @param values values by name
     */
    void replaceAll(Map<String, V> values);

    /**
     * Computes a new value from the old one. It may be called more than once if another change was faster.
     *
     * @param <V> what is kept
     */
    @FunctionalInterface
    interface Change<V> {
        /**
         * Makes the new value.
         *
         * @param now the value, or null if there is none
         * @return the new value, or null for none
         */
        @Nullable
        V of(@Nullable V now);
    }

    /** Creates stores. */
    @FunctionalInterface
    interface Source {
        /**
         * The values of a part of the stub.
         *
         * @param <V> what is kept
         * @param part name of the part
         * @return its values
         */
        <V> SharedStore<V> of(String part);
    }
}
