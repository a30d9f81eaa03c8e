package io.gpucloud.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a command: single values and lists of records, in the order in which they are printed. */
final class Document {

    /** A list of records: its headings, a row of values for each record, and the same records for JSON. */
    record Section(
            String name,
            List<String> columns,
            List<List<@Nullable Object>> rows,
            List<Map<String, @Nullable Object>> records) {}

    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();
    private final List<Section> lists = new ArrayList<>();

    Document with(String name, @Nullable Object value) {
        values.put(name, value);
        return this;
    }

    <T> Document list(String name, List<T> items, List<Column<T>> columns) {
        List<Column<T>> shown = columns.stream().filter(Column::inTable).toList();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        List<Map<String, @Nullable Object>> records = new ArrayList<>();
        for (T item : items) {
            List<@Nullable Object> row = new ArrayList<>();
            shown.forEach(column -> row.add(column.value().apply(item)));
            rows.add(row);
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            columns.forEach(column -> members.put(column.name(), column.value().apply(item)));
            records.add(members);
        }
        lists.add(new Section(name, shown.stream().map(Column::name).toList(), rows, records));
        return this;
    }

    Map<String, @Nullable Object> values() {
        return values;
    }

    List<Section> lists() {
        return lists;
    }
}
