package io.gpucloud.client.testing;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.LongestPauses;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.resource.InstanceSpec;
import java.time.Duration;
import java.util.function.Consumer;

/** Clients for tests, with a timer that advances by itself. */
public final class TestClients {

    /** The API key of the clients. */
    public static final String KEY = "sk-0123456789abcdef";

    /** The instance that a test creates if its values do not matter. */
    public static final InstanceSpec POD_SPEC =
            InstanceSpec.builder().podUuid("pod").gpuUuid("gpu").build();

    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(3);

    private TestClients() {}

    /** The builder of a client of a server, with the given timer. */
    public static GpuCloudClientBuilder builder(FaultServer server, TestTime time) {
        return LongestPauses.set(GpuCloudClient.builder())
                .baseUrl(server.url())
                .apiKey(KEY)
                .timer(time);
    }

    /**
     * Runs a test whose socket times out. On a busy machine the server may not have read the request in such a short
     * time, so a failed test is repeated with longer timeouts.
     */
    public static void patiently(Consumer<Duration> test) {
        try {
            test.accept(SHORT);
        } catch (AssertionError busy) {
            test.accept(LONG);
        }
    }

    /** A client of a server, with a given timer. */
    public static GpuCloudClient connect(FaultServer server, TestTime time) {
        return builder(server, time).build();
    }

    /** A client of a server, with a timer of its own. */
    public static GpuCloudClient connect(FaultServer server) {
        return connect(server, new TestTime());
    }

    /** Leases without a journal, and otherwise with the default options. */
    public static Leases leases(GpuCloudClient client) {
        return Leases.of(client, LeaseOptions.builder().withoutJournal().build());
    }
}
