package io.gpucloud.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A stub with a given number of objects, and the instances that the requests use in turn. */
final class PopulatedStub {

    private static final int HOUR = 3_600;
    /** A prime, so that successive requests use instances that are far apart. */
    private static final int STRIDE = 7_919;

    private final int size;
    private final StubProcess stub;
    private final List<Rented> rented;
    private int turn;

    private PopulatedStub(int size, StubProcess stub, List<Rented> rented) {
        this.size = size;
        this.stub = stub;
        this.rented = rented;
    }

    /** A running instance and its account. */
    record Rented(AccountCaller tenant, String instance) {}

    /** One account with {@code size} instances. */
    static PopulatedStub instances(int size) throws IOException, InterruptedException {
        StubProcess stub = StubProcess.start("stub.limits.instances=1000000");
        AccountCaller tenant = new AccountCaller(stub, "tenant-growing");
        PopulatedStub holding = rent(size, size, stub, i -> tenant);
        tenant.admin("POST", "/clock/advance", "{\"seconds\":60}");
        return holding;
    }

    /** One account with a hundred instances and {@code size} bills: one bill per instance and hour. */
    static PopulatedStub bills(int size) throws IOException, InterruptedException {
        StubProcess stub = StubProcess.start("stub.limits.bills=10000000");
        AccountCaller tenant = new AccountCaller(stub, "tenant-growing");
        PopulatedStub holding = rent(size, 100, stub, i -> tenant);
        tenant.admin("POST", "/recharges", "{\"amount\":1000000000}");
        int hours = size / 100;
        tenant.admin("POST", "/clock/advance", "{\"seconds\":" + (60 + hours * HOUR) + "}");
        return holding;
    }

    /** {@code size} accounts with one instance each. */
    static PopulatedStub tenants(int size) throws IOException, InterruptedException {
        StubProcess stub = StubProcess.start("stub.tenants.max=20000", "stub.lifecycle.boot=0s");
        return rent(size, size, stub, i -> new AccountCaller(stub, "tenant-" + i));
    }

    private static PopulatedStub rent(int size, int instances, StubProcess stub, IntFunction<AccountCaller> tenants)
            throws IOException, InterruptedException {
        List<Rented> rented = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            AccountCaller tenant = tenants.apply(i);
            rented.add(new Rented(tenant, tenant.create()));
        }
        return new PopulatedStub(size, stub, rented);
    }

    int size() {
        return size;
    }

    Rented next() {
        turn = (turn + STRIDE) % rented.size();
        return rented.get(turn);
    }

    void stop() throws InterruptedException {
        stub.stop();
    }
}
