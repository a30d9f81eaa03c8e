package io.gpucloud.benchmarks;

import io.gpucloud.benchmarks.Holding.Rented;
import io.gpucloud.benchmarks.Rounds.Probe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How what a request takes grows with what the stub holds, over HTTP: a stub for each size, asked in turn. Prints tables in
 * Markdown: the median of each size in microseconds, and that of the largest to that of the smallest.
 */
public final class Growth {

    private static final Map<String, Table> TABLES = new LinkedHashMap<>();

    static {
        TABLES.put("instances", Growth::instances);
        TABLES.put("bills", Growth::bills);
        TABLES.put("tenants", Growth::tenants);
        TABLES.put("memory", TenantMemory::print);
    }

    private Growth() {}

    @FunctionalInterface
    private interface Table {
        void print() throws IOException, InterruptedException;
    }

    @FunctionalInterface
    private interface Opening {
        Holding open(int size) throws IOException, InterruptedException;
    }

    @FunctionalInterface
    private interface Row {
        void print(String name, Function<Holding, Probe> probe) throws IOException, InterruptedException;
    }

    /**
     * Prints tables.
     *
     * @param arguments names of tables with commas between them, or {@code true} for all: instances, bills, tenants, memory
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
        compare("instances in an account, µs", Holding::instances, List.of(10, 1_000, 100_000), (holdings, row) -> {
            writes(row);
            row.print("balance", holding -> asking(holding, "/balance/info"));
            row.print(
                    "list of all, for each",
                    holding -> () -> asking(holding, "/instance/list").nanos() / holding.size());
        });
    }

    private static void bills() throws IOException, InterruptedException {
        List<Integer> sizes = List.of(1_000, 10_000, 100_000, 1_000_000);
        compare("bills in an account, µs", Holding::bills, sizes, (holdings, row) -> {
            writes(row);
            row.print("first page of bills", holding -> asking(holding, "/bill/list?page=1&page_size=20"));
            row.print(
                    "last page of bills",
                    holding -> asking(holding, "/bill/list?page_size=20&page=" + holding.size() / 20));
            row.print(
                    "last page of bills of the balance",
                    holding -> asking(
                            holding, "/bill/list?charge_channel=1&page_size=20&page=" + (holding.size() / 20 - 5)));
            Map<Holding, String> oldest = new LinkedHashMap<>();
            for (Holding holding : holdings) {
                oldest.put(holding, holding.oldestBill());
            }
            row.print(
                    "bill by its number", holding -> asking(holding, "/bill/list?order_number=" + oldest.get(holding)));
        });
    }

    private static void tenants() throws IOException, InterruptedException {
        compare("tenants, asked in turn, µs", Holding::tenants, List.of(1, 100, 10_000), (holdings, row) -> {
            writes(row);
            row.print("first page of bills", holding -> asking(holding, "/bill/list?page=1&page_size=20"));
            row.print("list of instances", holding -> asking(holding, "/instance/list"));
            row.print("first request of a new tenant", holding -> () -> {
                Tenant fresh = holding.fresh();
                long nanos = Rounds.time(() -> fresh.get("/balance/info"));
                fresh.admin("DELETE", "", "");
                return nanos;
            });
        });
    }

    /** What changes one instance, found by its identifier among all. */
    private static void writes(Row row) throws IOException, InterruptedException {
        row.print("create", holding -> () -> {
            Tenant tenant = holding.next().tenant();
            List<String> created = new ArrayList<>();
            long nanos = Rounds.time(() -> created.add(tenant.create()));
            tenant.destroy(created.get(0));
            return nanos;
        });
        row.print("destroy", holding -> () -> {
            Tenant tenant = holding.next().tenant();
            String created = tenant.create();
            return Rounds.time(() -> tenant.destroy(created));
        });
        row.print("shutdown timer", holding -> () -> {
            Rented one = holding.next();
            return Rounds.time(() -> one.tenant().setTimer(one.instance(), 100_000));
        });
        row.print("title", holding -> () -> {
            Rented one = holding.next();
            return Rounds.time(() -> one.tenant().rename(one.instance(), "renamed"));
        });
    }

    private static Probe asking(Holding holding, String path) {
        return () -> {
            Tenant tenant = holding.next().tenant();
            return Rounds.time(() -> tenant.get(path));
        };
    }

    @FunctionalInterface
    private interface Rows {
        void print(List<Holding> holdings, Row row) throws IOException, InterruptedException;
    }

    private static void compare(String title, Opening opening, List<Integer> sizes, Rows rows)
            throws IOException, InterruptedException {
        List<Holding> holdings = new ArrayList<>();
        try {
            for (int size : sizes) {
                holdings.add(opening.open(size));
            }
            System.out.printf(
                    "%n| %s | %s | largest : smallest |%n|---|%s---:|%n",
                    title, cells(sizes, "%,d"), "---:|".repeat(sizes.size()));
            rows.print(holdings, (name, probe) -> {
                List<Double> medians =
                        Rounds.medians(holdings.stream().map(probe).toList());
                double ratio = medians.get(medians.size() - 1) / medians.get(0);
                System.out.printf("| %s | %s | %.2f |%n", name, cells(medians, "%,.0f"), ratio);
            });
        } finally {
            for (Holding holding : holdings) {
                holding.stop();
            }
        }
    }

    private static String cells(List<? extends Number> numbers, String format) {
        return numbers.stream()
                .map(number -> String.format(Locale.ROOT, format, number))
                .collect(Collectors.joining(" | "));
    }
}
