package io.gpucloud.benchmarks;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.paging.Page;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What an operation costs the stub's model, without server and JSON: an account with 20 instances and 20,000 bills. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() before all else.
public class DomainBenchmark extends NanosecondBenchmark {

    private static final AccountKey ACCOUNT = new AccountKey("tenant-domain");

    private Domain domain;
    private List<String> instances;
    private int turn;

    /** Opens the account. */
    @Setup
    public void open() throws IOException {
        domain = new Domain();
        instances = domain.open(ACCOUNT, 20, 1_000);
    }

    /** An instance made and destroyed, so that there are as many as before. */
    @Benchmark
    public Instance createAndDestroy() {
        String created = domain.perform(ACCOUNT, Domain.creation()).uuid();
        return domain.perform(ACCOUNT, new Operation.Destroy(created));
    }

    /** A timer set that was set before. */
    @Benchmark
    public Instance timer() {
        turn = (turn + 1) % instances.size();
        return domain.perform(ACCOUNT, new Operation.SetShutdownTimer(instances.get(turn), 60L + turn, true));
    }

    /** Twenty instances. */
    @Benchmark
    public List<Instance> listOf20() {
        return domain.perform(ACCOUNT, new Operation.ListInstances());
    }

    /** Twenty bills in the middle of all. */
    @Benchmark
    public Page<Bill> pageOf20Bills() {
        return domain.perform(
                ACCOUNT,
                new Operation.ListBills(
                        Set.of(ChargeChannel.BALANCE, ChargeChannel.CARD), "", new Page.Request(500, 20)));
    }
}
