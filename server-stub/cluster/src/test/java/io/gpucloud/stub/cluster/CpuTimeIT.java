package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the CPU time per request of three members of a cluster, of one stub, and of three stubs with accounts spread over them, in the
 * same run. Counts all processes together.
 */
@EnabledIfSystemProperty(
        named = "cluster.costs",
        matches = "true",
        disabledReason = "a measurement: -Dcluster.costs=true")
class CpuTimeIT {

    private static final int CALLERS = Integer.getInteger("cluster.callers", 6);
    private static final int WARM_UP_OF_EACH = 10_000;
    private static final int MEASURED_OF_EACH = 10_000;

    /** Measuring starts when compilers use less than this share: members have more code to compile than a stub. */
    private static final double COMPILERS_REST = 0.05;

    private static final int MOST_WARM_UPS = 40;

    @TempDir
    Path logs;

    @Test
    void printsTheCostOfReadsAndChanges() {
        List<String> rows = new ArrayList<>();
        for (int bills : new int[] {145, 1_460}) {
            rows.addAll(measure("one stub, in memory", bills, alone(1), Route.BY_ACCOUNT));
            rows.addAll(measure("three stubs, accounts spread", bills, alone(3), Route.BY_ACCOUNT));
            rows.addAll(measure("three members", bills, MemberProcess.cluster(3, logs), Route.IN_TURN));
        }
        assertThat(rows).hasSize(12);
    }

    private List<MemberProcess> alone(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> MemberProcess.of("stub.jar", logs.resolve("alone-" + i + ".log"), List.of()))
                .toList();
    }

    private static List<String> measure(String what, int bills, List<MemberProcess> processes, Route route) {
        try {
            processes.forEach(MemberProcess::begin);
            processes.forEach(MemberProcess::awaitStarted);
            List<Http> stubs = processes.stream().map(MemberProcess::http).toList();
            int size = 0;
            for (int account = 0; account < CALLERS; account++) {
                size = open(route.choose(stubs, account, 0), key(account), bills);
            }
            warmUp(processes, stubs, route);
            int measured = MEASURED_OF_EACH * stubs.size();
            return List.of(
                    row(what, size, "reading", run(processes, stubs, route, measured, CpuTimeIT::read)),
                    row(what, size, "changing", run(processes, stubs, route, measured, CpuTimeIT::change)));
        } finally {
            processes.forEach(MemberProcess::close);
        }
    }

    private static void warmUp(List<MemberProcess> processes, List<Http> stubs, Route route) {
        int enough = WARM_UP_OF_EACH * stubs.size();
        double compiled = 1;
        for (int i = 0; i < MOST_WARM_UPS && compiled > COMPILERS_REST; i++) {
            compiled = Math.max(
                    run(processes, stubs, route, enough, CpuTimeIT::change).compiled(),
                    run(processes, stubs, route, enough, CpuTimeIT::read).compiled());
        }
    }

    /** Opens an account and returns the size of its snapshot. */
    private static int open(Http stub, String key, int bills) {
        String seed = "{\"account\":\"" + key + "\",\"seed\":" + seed(bills) + "}";
        assertThat(stub.admin("POST", "/accounts", seed).status()).isEqualTo(201);
        return stub.admin("GET", "/accounts/" + key + "/snapshot").body().length();
    }

    private static String key(int account) {
        return "account-of-" + account;
    }

    private static String row(String what, int size, String kind, Cost cost) {
        String row =
                "[costs] %s | account of %d KB | %s | %d us of CPU a request, %.0f %% of it by compilers | %d requests a second"
                        .formatted(
                                what, size / 1_000, kind, cost.micros(), cost.compiled() * 100, cost.requestsASecond());
        System.out.println(row);
        return row;
    }

    private static void read(Http http, String key) {
        http.get(key, "/balance/info");
        http.get(key, "/instance/list");
    }

    private static void change(Http http, String key) {
        String uuid = http.create(key).text("/data/instance_uuid");
        http.post(key, "/instance/destroy", "{\"instance_uuid\":\"" + uuid + "\"}");
    }

    private interface Calls {
        void send(Http http, String key);
    }

    /** Selects the stub for the next call of an account. */
    private enum Route {
        BY_ACCOUNT,
        IN_TURN;

        Http choose(List<Http> stubs, int account, int call) {
            return stubs.get((this == BY_ACCOUNT ? account : call) % stubs.size());
        }
    }

    /** CPU per request in microseconds, the share of compilers in it, and requests per second. */
    private record Cost(long micros, double compiled, long requestsASecond) {}

    private static Cost run(List<MemberProcess> processes, List<Http> stubs, Route route, int enough, Calls calls) {
        AtomicLong requests = new AtomicLong();
        long begun = System.nanoTime();
        long cpu = cpu(processes);
        long compiling = compiling(processes);
        List<Thread> callers = IntStream.range(0, CALLERS)
                .mapToObj(account -> new Thread(() -> {
                    for (int call = 0; requests.get() < enough; call++) {
                        calls.send(route.choose(stubs, account, call), key(account));
                        requests.addAndGet(2);
                    }
                }))
                .toList();
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            try {
                caller.join();
            } catch (InterruptedException stopping) {
                throw new IllegalStateException(stopping);
            }
        }
        long elapsed = System.nanoTime() - begun;
        long taken = cpu(processes) - cpu;
        return new Cost(
                taken / 1_000 / requests.get(),
                (double) (compiling(processes) - compiling) / taken,
                requests.get() * 1_000_000_000L / elapsed);
    }

    private static long cpu(List<MemberProcess> stubs) {
        return stubs.stream().mapToLong(stub -> stub.cpu().toNanos()).sum();
    }

    private static long compiling(List<MemberProcess> stubs) {
        return stubs.stream().mapToLong(stub -> stub.compiling().toNanos()).sum();
    }

    private static String seed(int bills) {
        String bill =
                "{\"amount\":0.01,\"charge_channel\":1,\"settle_start_offset\":\"-PT%dM\",\"settle_end_offset\":\"-PT%dM\"}";
        return "{\"recharges\":[{\"amount\":100000,\"trade_offset\":\"-P9D\"}],\"bills\":["
                + IntStream.range(0, bills)
                        .mapToObj(i -> bill.formatted(bills - i + 1, bills - i))
                        .collect(Collectors.joining(","))
                + "]}";
    }
}
