package io.gpucloud.client;

import java.util.random.RandomGenerator;

/** Replaces the random pauses between the attempts of a client by the longest possible ones. */
public final class LongestPauses {

    private static final RandomGenerator HIGHEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return Long.MAX_VALUE;
        }

        @Override
        public long nextLong(long bound) {
            return bound - 1;
        }
    };

    private LongestPauses() {}

    /** Changes and returns a builder. */
    public static GpuCloudClientBuilder set(GpuCloudClientBuilder builder) {
        return builder.random(HIGHEST);
    }
}
