package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of {@code docs/reference/assumptions.md} as data. */
final class AssumptionsPage {

    private static final Pattern NAME = Pattern.compile("<a id=\"([a-z0-9-]+)\"></a>`([a-z0-9-]+)`");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final List<Row> rows = new ArrayList<>();

    /** One row of a table: the cells by the heading of their column. */
    record Row(Map<String, String> cells) {

        /** The name of the assumption; empty in a table whose rows are no assumptions. */
        String name() {
            Matcher name = NAME.matcher(cells.getOrDefault("Assumption", cells.getOrDefault("Question", "")));
            if (!name.matches()) {
                return "";
            }
            if (!name.group(1).equals(name.group(2))) {
                throw new IllegalStateException("anchor and name differ: " + name.group());
            }
            return name.group(1);
        }

        boolean isAssumption() {
            return cells.containsKey("Assumption");
        }

        Optional<Integer> number(String column) {
            return Optional.of(cells.getOrDefault(column, ""))
                    .filter(text -> text.matches("-?[0-9]+"))
                    .map(Integer::valueOf);
        }

        /** The texts in backticks of a cell. */
        List<String> values(String column) {
            return CODE.matcher(cells.getOrDefault(column, ""))
                    .results()
                    .map(value -> value.group(1))
                    .toList();
        }
    }

    static AssumptionsPage read() {
        try {
            return new AssumptionsPage(Files.readAllLines(Path.of("..", Assumption.PAGE)));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private AssumptionsPage(List<String> lines) {
        List<String> columns = List.of();
        for (String line : lines) {
            if (!line.startsWith("|")) {
                columns = List.of();
            } else if (columns.isEmpty()) {
                columns = cells(line);
            } else if (!line.startsWith("|---")) {
                rows.add(row(columns, cells(line)));
            }
        }
    }

    private static Row row(List<String> columns, List<String> cells) {
        if (columns.size() != cells.size()) {
            throw new IllegalStateException("a row of " + columns + " has other columns: " + cells);
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int column = 0; column < cells.size(); column++) {
            row.put(columns.get(column).replace("`", "").replace("*", ""), cells.get(column));
        }
        return new Row(row);
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|"))
                .map(String::strip)
                .toList();
    }

    /** The assumptions, in the order of the page. */
    List<Row> assumptions() {
        return rows.stream().filter(Row::isAssumption).toList();
    }

    /** The names of assumptions and of open questions. */
    List<String> names() {
        return rows.stream().map(Row::name).filter(name -> !name.isEmpty()).toList();
    }

    /** The rows that name an example of the OpenAPI document. */
    List<Row> errors() {
        return rows.stream().filter(row -> !row.values("Example").isEmpty()).toList();
    }

    /** The result code of an assumption, empty if it has none. */
    Optional<Integer> code(String name) {
        return assumptions().stream()
                .filter(row -> row.name().equals(name))
                .findAny()
                .flatMap(row -> row.number("code"));
    }
}
