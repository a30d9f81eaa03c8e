package io.gpucloud.cli.output;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a command: single values and lists of records, in the order in which they are printed. */
public final class Document {

    /** A list of records; the table shows some of their members. */
    public record Section(List<String> shown, @JsonValue List<Map<String, @Nullable Object>> records) {}

    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

    public Document with(String name, @Nullable Object value) {
        members.put(name, value);
        return this;
    }

    public <T> Document list(String name, List<T> items, List<Column<T>> columns) {
        List<Map<String, @Nullable Object>> records = new ArrayList<>();
        for (T item : items) {
            Map<String, @Nullable Object> record = new LinkedHashMap<>();
            columns.forEach(column -> record.put(column.name(), column.value().apply(item)));
            records.add(record);
        }
        List<String> shown =
                columns.stream().filter(Column::inTable).map(Column::name).toList();
        return with(name, new Section(shown, records));
    }

    public Map<String, @Nullable Object> members() {
        return members;
    }
}
