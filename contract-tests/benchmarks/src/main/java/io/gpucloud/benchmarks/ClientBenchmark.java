package io.gpucloud.benchmarks;

import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares a call of our client with the same call written by hand, with the JDK's client and with Apache's. Each calls a stub of its
 * own. {@code -prof gc} also measures the allocation of a call, and {@code -t 64 -bm thrpt} the throughput.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls start() before all else.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 4, time = 2)
public class ClientBenchmark {

    private static final int LISTED = 20;

    /** Requests before the measurement, so that the stub is equally fast for each client. */
    private static final int WARM_UP = 20_000;

    /** The client to measure. */
    @Param({"client", "jdk", "apache"})
    public String caller = "";

    private Caller few;
    private Caller many;

    /** Starts the stub with two accounts: one with a fixed list of instances, and one that grows. */
    @Setup
    public void start() throws IOException, InterruptedException {
        String stub = StubProcess.start("stub.limits.instances=1000000");
        few = Caller.of(caller, stub, "tenant-few");
        many = Caller.of(caller, stub, "tenant-many");
        while (few.list().size() < LISTED) {
            few.create();
        }
        for (int i = 0; i < WARM_UP; i++) {
            few.balance();
            few.list();
            many.create();
        }
    }

    /** The smallest response. */
    @Benchmark
    public Balance balance() throws IOException, InterruptedException {
        return few.balance();
    }

    /** Lists twenty instances. */
    @Benchmark
    public List<Instance> listOf20() throws IOException, InterruptedException {
        return few.list();
    }

    /** Creates an instance. */
    @Benchmark
    public Instance create() throws IOException, InterruptedException {
        return many.create();
    }
}
