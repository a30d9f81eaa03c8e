package io.gpucloud.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Compares a call of our client with the same call written by hand, with Apache's HTTP client and with the JDK's. They call the same stub
 * in turn and are compared turn by turn, since the load of a machine changes. Prints a table in Markdown.
 */
public final class ClientBenchmark {

    private static final int TURNS = Integer.getInteger("turns", 200);
    private static final int CALLS = 100;
    private static final int LISTED = 20;

    /** Calls of each kind before the measurement, by each caller. */
    private static final int WARM_UP = 15_000;

    /** Ours is first: the others are compared with it. */
    private static final List<String> CALLERS = List.of("client", "apache", "jdk");

    private ClientBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String stub = StubProcess.start("stub.limits.instances=1000000");
        List<Caller> few = callers(stub, "tenant-few");
        List<Caller> many = callers(stub, "tenant-many");
        while (few.get(0).list().size() < LISTED) {
            few.get(0).create();
        }
        for (int call = 0; call < WARM_UP; call++) {
            for (int i = 0; i < CALLERS.size(); i++) {
                few.get(i).balance();
                few.get(i).list();
                many.get(i).create();
            }
        }
        System.out.printf(
                "%n| operation, JDK %s | client, µs | HttpClient 5, µs | `java.net.http`, µs | client / HttpClient 5 | client / `java.net.http` |%n|---|---:|---:|---:|---:|---:|%n",
                Runtime.version().feature());
        print("balance", few, Caller::balance);
        print("create an instance", many, Caller::create);
        print("list 20 instances", few, Caller::list);
    }

    private static List<Caller> callers(String stub, String apiKey) {
        return CALLERS.stream().map(name -> Caller.of(name, stub, apiKey)).toList();
    }

    private static void print(String name, List<Caller> callers, Operation operation)
            throws IOException, InterruptedException {
        Map<Caller, List<Double>> times = new LinkedHashMap<>();
        callers.forEach(caller -> times.put(caller, new ArrayList<>()));
        List<Caller> order = new ArrayList<>(callers);
        for (int turn = 0; turn < TURNS; turn++) {
            Collections.rotate(order, 1);
            for (Caller caller : order) {
                Objects.requireNonNull(times.get(caller)).add(micros(caller, operation));
            }
        }
        List<List<Double>> all = List.copyOf(times.values());
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.0f | %.2f | %.2f |%n",
                name,
                median(all.get(0)),
                median(all.get(1)),
                median(all.get(2)),
                median(ratios(all.get(0), all.get(1))),
                median(ratios(all.get(0), all.get(2))));
    }

    private static double micros(Caller caller, Operation operation) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        for (int call = 0; call < CALLS; call++) {
            operation.call(caller);
        }
        return (System.nanoTime() - begun) / 1e3 / CALLS;
    }

    private static List<Double> ratios(List<Double> ours, List<Double> others) {
        List<Double> ratios = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            ratios.add(ours.get(turn) / others.get(turn));
        }
        return ratios;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private interface Operation {
        Object call(Caller caller) throws IOException, InterruptedException;
    }
}
