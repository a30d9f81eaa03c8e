package io.gpucloud.client.testing;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Clients for tests, in a time that passes by itself. */
public final class TestClients {

    /** The key that they send. */
    public static final String KEY = "sk-0123456789abcdef";

    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(3);

    /** Chance that always takes the most. */
    public static final RandomGenerator HIGHEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return Long.MAX_VALUE;
        }

        @Override
        public long nextLong(long bound) {
            return bound - 1;
        }
    };

    private TestClients() {}

    /** The builder of a client of a server, with the given timer. */
    public static GpuCloudClientBuilder builder(FaultServer server, TestTime time) {
        return GpuCloudClient.builder()
                .baseUrl(server.url())
                .apiKey(KEY)
                .timer(time)
                .random(HIGHEST);
    }

    /**
     * Runs a test that waits for a socket in vain. On a machine that is busy with other things the server may not even have
     * read the request in so short a time; a test that fails for that reason passes with more patience.
     */
    public static void patiently(Consumer<Duration> test) {
        try {
            test.accept(SHORT);
        } catch (AssertionError busy) {
            test.accept(LONG);
        }
    }

    /** A client of a server, in the time given. */
    public static GpuCloudClient connect(FaultServer server, TestTime time) {
        return builder(server, time).build();
    }

    /** A client of a server, in a time of its own. */
    public static GpuCloudClient connect(FaultServer server) {
        return connect(server, new TestTime());
    }
}
