package io.gpucloud.client.testing;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.RequestOptions;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Clients for tests: short of patience on the wire, and with a time that passes by itself. */
public final class TestClients {

    /** The key that they send. */
    public static final String KEY = "sk-0123456789abcdef";

    /** How long a test waits for a socket. */
    public static final Duration PATIENCE = Duration.ofMillis(200);

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

    /** A client of a server, in the time given. */
    public static GpuCloudClientBuilder builder(FaultServer server, TestTime time) {
        return GpuCloudClient.builder()
                .baseUrl(server.url())
                .apiKey(KEY)
                .clock(time)
                .sleeper(time)
                .random(HIGHEST)
                .options(RequestOptions.defaults().withReadTimeout(PATIENCE));
    }

    /** A client of a server, in a time of its own. */
    public static GpuCloudClient connect(FaultServer server) {
        return builder(server, new TestTime()).build();
    }
}
