package io.gpucloud.stub.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by name that belong to the stub as a whole, not to one account. Reading is cheap; a change is there for everybody
 * when its call returns.
 *
 * @param <V> what is kept: a record, compared by value
 */
public interface SharedStore<V> {

    /**
     * The value of a name.
     *
     * @param name the name
     * @return its value, or null if it has none
     */
    @Nullable
    V get(String name);

    /**
     * All values.
     *
     * @return values by name, in alphabetical order
     */
    Map<String, V> all();

    /**
     * How many names have a value.
     *
     * @return their number
     */
    int size();

    /**
     * Changes the value of a name.
     *
     * @param name the name
     * @param change makes the new value; what it throws is thrown, and nothing has changed then
     * @return the new value
     */
    @Nullable
    V change(String name, Change<V> change);

    /**
     * Has exactly these values from now on.
     *
     * @param values values by name
     */
    void replaceAll(Map<String, V> values);

    /**
     * Makes a new value of the old one. It may be asked more than once, when somebody else was faster.
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

    /** Where shared values are kept. */
    @FunctionalInterface
    interface Source {
        /**
         * The values of a part of the stub.
         *
         * @param <V> what is kept
         * @param part name of the part
         * @return its values, empty unless somebody has filled them
         */
        <V> SharedStore<V> of(String part);
    }
}
