package io.gpucloud.benchmarks;

import io.gpucloud.benchmarks.InterleavedMeasurement.Probe;
import io.gpucloud.benchmarks.PopulatedStub.Rented;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Measures how the duration of a request grows with the number of objects in the stub. It starts a stub for each size and calls them in
 * turn. Prints Markdown tables: the median of each size in microseconds, and the ratio of the largest to the smallest size.
 */
public final class ScalingBenchmark {

    private static final String FIRST_PAGE = "/bill/list?page_size=20&page=1";

    private static final Map<String, Table> TABLES = new LinkedHashMap<>();

    static {
        TABLES.put("instances", ScalingBenchmark::instances);
        TABLES.put("bills", ScalingBenchmark::bills);
        TABLES.put("tenants", ScalingBenchmark::tenants);
        TABLES.put("tests", StubStartupBenchmark::print);
    }

    private ScalingBenchmark() {}

    @FunctionalInterface
    private interface Table {
        void print() throws IOException, InterruptedException;
    }

    @FunctionalInterface
    private interface Opening {
        PopulatedStub open(int size) throws IOException, InterruptedException;
    }

    @FunctionalInterface
    private interface Of<T> {
        T of(PopulatedStub holding) throws IOException, InterruptedException;
    }

    /** A row of a table: the request to send to each stub. */
    private record Row(String name, Of<Probe> probe) {

        List<Probe> places(List<PopulatedStub> holdings) throws IOException, InterruptedException {
            List<Probe> places = new ArrayList<>();
            for (PopulatedStub holding : holdings) {
                places.add(probe.of(holding));
            }
            return places;
        }
    }

    /**
     * Prints tables.
     *
     * @param arguments names of tables, separated by commas, or {@code true} for all: instances, bills, tenants, tests
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> wanted = Arrays.asList(arguments[0].split(",", -1));
        for (Map.Entry<String, Table> table : TABLES.entrySet()) {
            if (wanted.contains("true") || wanted.contains(table.getKey())) {
                table.getValue().print();
            }
        }
    }

    private static void instances() throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>(writes());
        rows.add(new Row("balance", asking(holding -> "/balance/info")));
        Of<Probe> list = asking(holding -> "/instance/list");
        rows.add(new Row("list of all, for each", holding -> {
            Probe all = list.of(holding);
            return () -> all.nanos() / holding.size();
        }));
        compare("instances in an account, µs", PopulatedStub::instances, List.of(10, 1_000, 100_000), rows);
    }

    private static void bills() throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>(writes());
        rows.add(new Row("first page of bills", asking(holding -> FIRST_PAGE)));
        compare("bills in an account, µs", PopulatedStub::bills, List.of(1_000, 10_000, 100_000, 1_000_000), rows);
    }

    private static void tenants() throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>(writes());
        rows.add(new Row("first page of bills", asking(holding -> FIRST_PAGE)));
        compare("tenants, asked in turn, µs", PopulatedStub::tenants, List.of(1, 100, 10_000), rows);
    }

    /** A request that changes one instance, found by its identifier. */
    private static List<Row> writes() {
        return List.of(
                new Row("create", holding -> () -> {
                    AccountCaller tenant = holding.next().tenant();
                    List<String> created = new ArrayList<>();
                    long nanos = InterleavedMeasurement.time(() -> created.add(tenant.create()));
                    tenant.destroy(created.get(0));
                    return nanos;
                }),
                new Row("destroy", holding -> () -> {
                    AccountCaller tenant = holding.next().tenant();
                    String created = tenant.create();
                    return InterleavedMeasurement.time(() -> tenant.destroy(created));
                }),
                new Row("shutdown timer", holding -> () -> {
                    Rented one = holding.next();
                    return InterleavedMeasurement.time(() -> one.tenant().setTimer(one.instance(), 100_000));
                }));
    }

    private static Of<Probe> asking(Of<String> path) {
        return holding -> {
            String asked = path.of(holding);
            return () -> {
                AccountCaller tenant = holding.next().tenant();
                return InterleavedMeasurement.time(() -> tenant.get(asked));
            };
        };
    }

    private static void compare(String title, Opening opening, List<Integer> sizes, List<Row> rows)
            throws IOException, InterruptedException {
        List<PopulatedStub> holdings = new ArrayList<>();
        for (int size : sizes) {
            holdings.add(opening.open(size));
        }
        // Warms up all rows before the first measurement, so that later rows do not profit from the code that rows
        // share.
        for (Row row : rows) {
            InterleavedMeasurement.warmUp(row.places(holdings));
        }
        System.out.printf(
                "%n| %s | %s | largest : smallest |%n|---|%s---:|%n",
                title, cells(sizes, "%,d"), "---:|".repeat(sizes.size()));
        for (Row row : rows) {
            List<Double> medians = InterleavedMeasurement.medians(row.places(holdings));
            double ratio = medians.get(medians.size() - 1) / medians.get(0);
            System.out.printf(Locale.ROOT, "| %s | %s | %.2f |%n", row.name(), cells(medians, "%,.0f"), ratio);
        }
        for (PopulatedStub holding : holdings) {
            holding.stop();
        }
    }

    private static String cells(List<? extends Number> numbers, String format) {
        return numbers.stream()
                .map(number -> String.format(Locale.ROOT, format, number))
                .collect(Collectors.joining(" | "));
    }
}
