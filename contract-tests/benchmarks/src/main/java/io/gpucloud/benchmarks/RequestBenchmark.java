package io.gpucloud.benchmarks;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.StubAccount;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares the duration of a request by our client with that of a request written by hand, and the duration in a stub
 * that is almost empty with that in a full one. Prints two tables in Markdown.
 */
public final class RequestBenchmark {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();
    private static final int WARM_UP = 10_000;
    private static final int TURNS = Integer.getInteger("turns", 200);
    private static final int CALLS = 50;

    private RequestBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        try (GpuCloudStubServer empty = GpuCloudStubServer.start("stub.clock.frozen=true", "stub.lifecycle.boot=0s");
                GpuCloudStubServer full = GpuCloudStubServer.start(
                        "stub.clock.frozen=true",
                        "stub.lifecycle.boot=0s",
                        "stub.limits.instances=1000000",
                        "stub.limits.bills=10000000",
                        "stub.tenants.max=20000")) {
            compareWithRequestsByHand(empty.newAccount());
            compareFewWithMany(empty.newAccount(), full);
        }
    }

    private static void compareWithRequestsByHand(StubAccount account) throws IOException {
        GpuCloudClient client = account.client();
        HandWrittenClient byHand = new HandWrittenClient(account.baseUrl(), account.apiKey());
        rent(client, 20);
        heading("operation", "client", "by hand");
        compare("balance", () -> client.billing().balance(), byHand::balance);
        compare("list 20 instances", () -> client.instances().list(), byHand::list);
        compare("create and destroy an instance", () -> createAndDestroy(client), byHand::createAndDestroy);
    }

    private static void compareFewWithMany(StubAccount one, GpuCloudStubServer full) throws IOException {
        GpuCloudClient few = one.client();
        for (int account = 1; account < 10_000; account++) {
            new HandWrittenClient(full.baseUrl(), "tenant-" + account).createAndDestroy();
        }
        StubAccount large = full.newAccount();
        large.payIn(BigDecimal.valueOf(1_000_000_000));
        GpuCloudClient many = large.client();
        String oneOfMany = rent(many, 100_000);
        large.clock().advance(Duration.ofHours(10));

        heading("operation", "many", "few");
        compare("create and destroy an instance", () -> createAndDestroy(many), () -> createAndDestroy(few));
        String oneOfFew = rent(few, 10);
        Instant later = large.clock().now().plus(Duration.ofDays(1));
        compare(
                "set a shutdown timer",
                () -> many.instances().scheduleShutdown(oneOfMany, later),
                () -> few.instances().scheduleShutdown(oneOfFew, later));
        compare("balance", () -> many.billing().balance(), () -> few.billing().balance());
        compare(
                "first page of bills",
                () -> many.billing().bills().page(1),
                () -> few.billing().bills().page(1));
    }

    /** Returns the identifier of the last of some new instances. */
    private static String rent(GpuCloudClient client, int instances) {
        for (int instance = 1; instance < instances; instance++) {
            client.instances().create(SPEC);
        }
        return client.instances().create(SPEC).instanceUuid();
    }

    private static void createAndDestroy(GpuCloudClient client) {
        client.instances().destroy(rent(client, 1));
    }

    private static void heading(String first, String one, String other) {
        System.out.printf(
                "%n| %s, JDK %s | %s, µs | %s, µs | ratio |%n|---|---:|---:|---:|%n",
                first, Runtime.version().feature(), one, other);
    }

    /**
     * Calls both in turn, because the load of a machine changes. The ratio is the median of the ratios of all turns.
     */
    private static void compare(String name, Call one, Call other) throws IOException {
        micros(one, WARM_UP);
        micros(other, WARM_UP);
        List<Double> ones = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            double micros = micros(one, CALLS);
            double otherMicros = micros(other, CALLS);
            ones.add(micros);
            others.add(otherMicros);
            ratios.add(micros / otherMicros);
        }
        System.out.printf(
                Locale.ROOT, "| %s | %.0f | %.0f | %.2f |%n", name, median(ones), median(others), median(ratios));
    }

    private static double micros(Call call, int calls) throws IOException {
        long begun = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            call.run();
        }
        return (System.nanoTime() - begun) / 1e3 / calls;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private interface Call {
        void run() throws IOException;
    }
}
