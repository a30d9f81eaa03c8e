package io.gpucloud.benchmarks;

import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.domain.Instance;
import io.gpucloud.stub.domain.Operation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/** Whether accounts stand in each other's way: one by one thread, and two in the same stub by two. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls start() before all else.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 7, time = 1)
public class ScalingBenchmark {

    private Domain domain;

    /** Starts the model. */
    @Setup
    public void start() throws IOException {
        domain = new Domain();
    }

    /** Who has an account of its own. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls open() before all else.
    public static class Owner {

        private AccountKey account;
        private List<String> instances;

        /** Opens the account. */
        @Setup
        public void open(ScalingBenchmark benchmark, ThreadParams thread) {
            account = new AccountKey("tenant-" + thread.getThreadIndex());
            instances = benchmark.domain.open(account, 20, 0);
        }
    }

    /** One thread works on its account. */
    @Benchmark
    @Threads(1)
    public Instance oneAccount(Owner owner) {
        return work(owner);
    }

    /** Each of two threads works on its account. */
    @Benchmark
    @Threads(2)
    public Instance twoAccounts(Owner owner) {
        return work(owner);
    }

    /** An instance made, found in the list, and destroyed, and a timer set. */
    private Instance work(Owner owner) {
        domain.perform(owner.account, Domain.creation());
        List<Instance> newestFirst = domain.perform(owner.account, new Operation.ListInstances());
        domain.perform(owner.account, new Operation.SetShutdownTimer(owner.instances.get(0), 60, true));
        return domain.perform(
                owner.account, new Operation.Destroy(newestFirst.get(0).uuid()));
    }
}
