package io.gpucloud.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures how the duration of a request grows with the number of objects in the stub. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls start() before all else.
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 4, time = 2)
public class GrowthBenchmark {

    private static final byte[] SUCCESS = "{\"code\":0,".getBytes(UTF_8);
    private static final String GROWING = "tenant-growing";
    private static final int HOUR = 3_600;
    private static final int RENTED_FOR_BILLS = 100;
    /** A prime, so that successive requests use instances that are far apart. */
    private static final int STRIDE = 7_919;

    /** The content of the stub. */
    @Param({"10 instances", "100000 instances", "1000 bills", "1000000 bills", "1 accounts", "10000 accounts"})
    public String content = "";

    private String stub = "";
    private final List<Rented> rented = new ArrayList<>();
    private int turn;

    /** An instance and the account that it belongs to. */
    private record Rented(RawCaller account, Instance instance) {}

    /** Starts a stub and fills it. */
    @Setup
    public void start() throws IOException, InterruptedException {
        stub = StubProcess.start(
                "stub.limits.instances=1000000",
                "stub.limits.bills=10000000",
                "stub.tenants.max=20000",
                "stub.lifecycle.boot=0s");
        String[] words = content.split(" ", 2);
        int size = Integer.parseInt(words[0]);
        switch (words[1]) {
            case "instances" -> rent(account(GROWING), size);
            case "bills" -> {
                rent(account(GROWING), RENTED_FOR_BILLS);
                admin("/recharges", "{\"amount\":1000000000}");
                int hours = size / RENTED_FOR_BILLS;
                admin("/clock/advance", "{\"seconds\":" + hours * HOUR + "}");
            }
            case "accounts" -> {
                for (int i = 0; i < size; i++) {
                    rent(account("tenant-" + i), 1);
                }
            }
            default -> throw new IllegalArgumentException(content);
        }
    }

    private RawCaller account(String apiKey) {
        return new RawCaller(Http.jdk(stub, apiKey));
    }

    private void rent(RawCaller account, int instances) throws IOException, InterruptedException {
        for (int i = 0; i < instances; i++) {
            rented.add(new Rented(account, account.create()));
        }
    }

    private void admin(String path, String body) throws IOException, InterruptedException {
        Http.jdk(URI.create(stub).resolve("/").toString(), "")
                .exchange("__admin/accounts/" + GROWING + path, body.getBytes(UTF_8));
    }

    /** Creates an instance. */
    @Benchmark
    public Instance create(Created created) throws IOException, InterruptedException {
        created.account = next().account();
        created.instance = created.account.create();
        return created.instance;
    }

    /** Destroys an instance. */
    @Benchmark
    public byte[] destroy(Destroyed destroyed) throws IOException, InterruptedException {
        return destroyInstance(destroyed.account, destroyed.instance);
    }

    /** Sets a shutdown timer. */
    @Benchmark
    public byte[] shutdownTimer() throws IOException, InterruptedException {
        Rented next = next();
        return send(
                next.account(),
                "/instance/shutdown_timer",
                "{\"instance_uuid\":\"%s\",\"shutdown_time\":100000}"
                        .formatted(next.instance().instanceUuid()));
    }

    /** Reads the balance. */
    @Benchmark
    public byte[] balance() throws IOException, InterruptedException {
        return send(next().account(), "/balance/info", null);
    }

    /** Reads the newest bills. */
    @Benchmark
    public byte[] firstPageOfBills() throws IOException, InterruptedException {
        return send(next().account(), "/bill/list?page_size=20&page=1", null);
    }

    /** Reads all instances of an account. */
    @Benchmark
    public byte[] list() throws IOException, InterruptedException {
        return send(next().account(), "/instance/list", null);
    }

    private Rented next() {
        turn = (turn + STRIDE) % rented.size();
        return rented.get(turn);
    }

    private static byte[] destroyInstance(RawCaller account, Instance instance)
            throws IOException, InterruptedException {
        return send(account, "/instance/destroy", "{\"instance_uuid\":\"%s\"}".formatted(instance.instanceUuid()));
    }

    /** Reads only the start of the response, so that the costs of the caller do not depend on the number of objects. */
    private static byte[] send(RawCaller account, String path, @Nullable String body)
            throws IOException, InterruptedException {
        byte[] response = account.http().exchange(path, body == null ? null : body.getBytes(UTF_8));
        if (!Arrays.equals(SUCCESS, Arrays.copyOf(response, SUCCESS.length))) {
            throw new IOException(path + ": " + new String(response, UTF_8));
        }
        return response;
    }

    /** Destroys each instance that is created, so that the number of instances stays the same. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // The benchmark sets the fields.
    public static class Created {

        private RawCaller account;
        private Instance instance;

        /** Destroys the instance. */
        @TearDown(Level.Invocation)
        public void destroy() throws IOException, InterruptedException {
            destroyInstance(account, instance);
        }
    }

    /** Creates each instance that is destroyed. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls create() before each request.
    public static class Destroyed {

        private RawCaller account;
        private Instance instance;

        /** Creates the instance. */
        @Setup(Level.Invocation)
        public void create(GrowthBenchmark benchmark) throws IOException, InterruptedException {
            account = benchmark.next().account();
            instance = account.create();
        }
    }
}
