package io.gpucloud.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares the duration of a request with few and with many objects in a stub. Prints a table in Markdown. */
public final class GrowthBenchmark {

    private static final byte[] SUCCESS = "{\"code\":0,".getBytes(UTF_8);
    private static final int HOUR = 3_600;
    private static final int RENTED_FOR_BILLS = 100;

    /** A prime, so that successive requests use instances that are far apart. */
    private static final int STRIDE = 7_919;

    /** Calls of each kind before the measurement, with few and with many objects. */
    private static final int WARM_UP = 3_000;

    private final String stub;
    private final Map<String, Operation> operations = new LinkedHashMap<>();

    private GrowthBenchmark(String stub) {
        this.stub = stub;
        operations.put("create an instance", GrowthBenchmark::create);
        operations.put("destroy an instance", GrowthBenchmark::destroy);
        operations.put("set a shutdown timer", GrowthBenchmark::setTimer);
        operations.put("balance", rented -> timed(rented.account(), "/balance/info", null));
        operations.put(
                "first page of bills", rented -> timed(rented.account(), "/bill/list?page_size=20&page=1", null));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new GrowthBenchmark(StubProcess.start(
                        "stub.limits.instances=1000000",
                        "stub.limits.bills=10000000",
                        "stub.tenants.max=20000",
                        "stub.lifecycle.boot=0s"))
                .run();
    }

    private void run() throws IOException, InterruptedException {
        System.out.printf(
                "%n| request, JDK %s | objects | few, µs | many, µs | many / few |%n|---|---|---:|---:|---:|%n",
                Runtime.version().feature());
        compare("10 and 100,000 instances of the account", rented(10), rented(100_000));
        compare("1,000 and 1,000,000 bills of the account", billed(1_000), billed(1_000_000));
        compare("1 and 10,000 accounts in turn", accounts(1), accounts(10_000));
    }

    private void compare(String objects, Objects few, Objects many) throws IOException, InterruptedException {
        for (Operation operation : operations.values()) {
            for (int call = 0; call < WARM_UP; call++) {
                operation.nanos(few.next());
                operation.nanos(many.next());
            }
        }
        for (Map.Entry<String, Operation> named : operations.entrySet()) {
            Operation operation = named.getValue();
            Turns turns = Turns.of(List.of(() -> operation.nanos(few.next()), () -> operation.nanos(many.next())));
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.0f | %.0f | %.2f |%n",
                    named.getKey(),
                    objects,
                    turns.median(0),
                    turns.median(1),
                    turns.ratio(1, 0));
        }
    }

    private Objects rented(int instances) throws IOException, InterruptedException {
        Objects objects = new Objects();
        objects.rent(account("tenant-instances-" + instances), instances);
        return objects;
    }

    private Objects billed(int bills) throws IOException, InterruptedException {
        Objects objects = new Objects();
        String name = "tenant-bills-" + bills;
        objects.rent(account(name), RENTED_FOR_BILLS);
        admin(name, "/recharges", "{\"amount\":1000000000}");
        admin(name, "/clock/advance", "{\"seconds\":" + bills / RENTED_FOR_BILLS * HOUR + "}");
        return objects;
    }

    private Objects accounts(int accounts) throws IOException, InterruptedException {
        Objects objects = new Objects();
        for (int i = 0; i < accounts; i++) {
            objects.rent(account("tenant-of-" + accounts + "-" + i), 1);
        }
        return objects;
    }

    private RawCaller account(String apiKey) {
        return new RawCaller(Http.jdk(stub, apiKey));
    }

    private void admin(String account, String path, String body) throws IOException, InterruptedException {
        Http.jdk(URI.create(stub).resolve("/").toString(), "")
                .exchange("__admin/accounts/" + account + path, body.getBytes(UTF_8));
    }

    /** Destroys the instance afterwards, so that the number of instances stays the same. */
    private static long create(Rented rented) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Instance created = rented.account().create();
        long nanos = System.nanoTime() - begun;
        destroy(rented.account(), created);
        return nanos;
    }

    private static long destroy(Rented rented) throws IOException, InterruptedException {
        return destroy(rented.account(), rented.account().create());
    }

    private static long destroy(RawCaller account, Instance instance) throws IOException, InterruptedException {
        return timed(account, "/instance/destroy", "{\"instance_uuid\":\"%s\"}".formatted(instance.instanceUuid()));
    }

    private static long setTimer(Rented rented) throws IOException, InterruptedException {
        return timed(
                rented.account(),
                "/instance/shutdown_timer",
                "{\"instance_uuid\":\"%s\",\"shutdown_time\":100000}"
                        .formatted(rented.instance().instanceUuid()));
    }

    /** Reads only the start of the response, so that the costs of the caller do not depend on the number of objects. */
    private static long timed(RawCaller account, String path, @Nullable String body)
            throws IOException, InterruptedException {
        long begun = System.nanoTime();
        byte[] response = account.http().exchange(path, body == null ? null : body.getBytes(UTF_8));
        long nanos = System.nanoTime() - begun;
        if (!Arrays.equals(SUCCESS, Arrays.copyOf(response, SUCCESS.length))) {
            throw new IOException(path + ": " + new String(response, UTF_8));
        }
        return nanos;
    }

    private interface Operation {
        /** Performs the request and returns its duration. */
        long nanos(Rented rented) throws IOException, InterruptedException;
    }

    /** An instance and the account that it belongs to. */
    private record Rented(RawCaller account, Instance instance) {}

    /** The instances that the requests use in turn. */
    private static final class Objects {

        private final List<Rented> rented = new ArrayList<>();
        private int turn;

        void rent(RawCaller account, int instances) throws IOException, InterruptedException {
            for (int i = 0; i < instances; i++) {
                rented.add(new Rented(account, account.create()));
            }
        }

        Rented next() {
            turn = (turn + STRIDE) % rented.size();
            return rented.get(turn);
        }
    }
}
