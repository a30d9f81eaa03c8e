package io.gpucloud.cli.output;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A member of the records of a list: a column of the table for people, and a member of the JSON objects for programs.
 *
 * @param name the name in JSON; the heading has spaces and capitals
 * @param inTable whether the table has it
 */
public record Column<T>(String name, Function<T, @Nullable Object> value, boolean inTable) {

    public static <T> Column<T> of(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, value, true);
    }

    /** A member that only JSON has, because it would make the table too wide. */
    public static <T> Column<T> onlyJson(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, value, false);
    }
}
