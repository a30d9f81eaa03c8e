package io.gpucloud.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares a call of our client with the same call written by hand, with Apache's HTTP client and with the JDK's. They
 * call the same stub. Prints a table in Markdown.
 */
public final class ClientBenchmark {

    private static final int LISTED = 20;

    /** Calls of each kind before the measurement, by each caller. */
    private static final int WARM_UP = 15_000;

    private ClientBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String stub = StubProcess.start("stub.limits.instances=1000000");
        List<Caller> few = callers(stub, "tenant-few");
        List<Caller> many = callers(stub, "tenant-many");
        while (few.get(0).list().size() < LISTED) {
            few.get(0).create();
        }
        for (int call = 0; call < WARM_UP; call++) {
            for (int caller = 0; caller < few.size(); caller++) {
                few.get(caller).balance();
                few.get(caller).list();
                many.get(caller).create();
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
        return List.of(
                Caller.ofClient(stub, apiKey),
                new RawCaller(Http.apache(stub, apiKey)),
                new RawCaller(Http.jdk(stub, apiKey)));
    }

    private static void print(String name, List<Caller> callers, Operation operation)
            throws IOException, InterruptedException {
        List<Turns.Call> calls = new ArrayList<>();
        for (Caller caller : callers) {
            calls.add(() -> {
                long begun = System.nanoTime();
                operation.call(caller);
                return System.nanoTime() - begun;
            });
        }
        Turns turns = Turns.of(calls);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.0f | %.2f | %.2f |%n",
                name,
                turns.median(0),
                turns.median(1),
                turns.median(2),
                turns.ratio(0, 1),
                turns.ratio(0, 2));
    }

    private interface Operation {
        Object call(Caller caller) throws IOException, InterruptedException;
    }
}
