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

/** What a request costs in a cluster of three, beside one stub, in the same run: CPU of all processes together. */
@EnabledIfSystemProperty(
        named = "cluster.costs",
        matches = "true",
        disabledReason = "a measurement: -Dcluster.costs=true")
class CostIT {

    private static final int CALLERS = 6;
    private static final int WARM_UP_OF_EACH = 60_000;
    private static final int MEASURED_OF_EACH = 10_000;

    @TempDir
    Path logs;

    @Test
    void isToldForReadingAndForChanging() {
        List<String> rows = new ArrayList<>();
        for (int bills : new int[] {145, 1_460}) {
            try (MemberProcess alone = MemberProcess.of("stub.jar", logs.resolve("alone.log"), List.of())) {
                rows.addAll(measure("one stub, in memory", bills, List.of(alone)));
            }
            List<MemberProcess> cluster = MemberProcess.cluster(3, logs);
            rows.addAll(measure("three members", bills, cluster));
            cluster.forEach(MemberProcess::close);
        }
        assertThat(rows).hasSize(8);
    }

    private static List<String> measure(String what, int bills, List<MemberProcess> stubs) {
        stubs.forEach(MemberProcess::begin);
        stubs.forEach(MemberProcess::awaitStarted);
        Http first = stubs.get(0).http();
        List<String> keys = IntStream.range(0, CALLERS)
                .mapToObj(i -> {
                    String key = "account-of-" + i;
                    String seed = "{\"account\":\"" + key + "\",\"seed\":" + seed(bills) + "}";
                    assertThat(first.admin("POST", "/accounts", seed).status()).isEqualTo(201);
                    return key;
                })
                .toList();
        int size = first.admin("GET", "/accounts/" + keys.get(0) + "/snapshot")
                .body()
                .length();
        run(stubs, keys, WARM_UP_OF_EACH, CostIT::change);
        run(stubs, keys, WARM_UP_OF_EACH, CostIT::read);
        return List.of(
                row(what, size, "reading", run(stubs, keys, MEASURED_OF_EACH, CostIT::read)),
                row(what, size, "changing", run(stubs, keys, MEASURED_OF_EACH, CostIT::change)));
    }

    private static String row(String what, int size, String kind, long[] measured) {
        String row = "[costs] %s | account of %d KB | %s | %d us of CPU a request | %d requests a second"
                .formatted(what, size / 1_000, kind, measured[0], measured[1]);
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

    /** Answers CPU a request, in microseconds, and requests a second. */
    private static long[] run(List<MemberProcess> stubs, List<String> keys, int ofEach, Calls calls) {
        AtomicLong requests = new AtomicLong();
        long begun = System.nanoTime();
        long cpu = cpu(stubs);
        List<Thread> callers = keys.stream()
                .map(key -> new Thread(() -> {
                    for (int i = 0; requests.get() < (long) ofEach * stubs.size(); i++) {
                        calls.send(stubs.get(i % stubs.size()).http(), key);
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
        return new long[] {(cpu(stubs) - cpu) / 1_000 / requests.get(), requests.get() * 1_000_000_000L / elapsed};
    }

    private static long cpu(List<MemberProcess> stubs) {
        return stubs.stream().mapToLong(stub -> stub.cpu().toNanos()).sum();
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
