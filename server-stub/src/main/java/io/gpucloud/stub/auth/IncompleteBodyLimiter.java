package io.gpucloud.stub.auth;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Limits how many request bodies may be incomplete at the same time, for each API key and in total. Each of them
 * occupies a thread, so callers that stop within a body would otherwise keep all other callers out until they time out.
 */
public final class IncompleteBodyLimiter {

    private final int max;
    private final int maxOfKey;
    private final Map<String, Integer> ofKeys = new HashMap<>();
    private int total;

    /**
     * Sets limits below the number of threads: three quarters of them in total, and half of them for each key.
     *
     * @param threads number of threads that serve requests, at least 1
     */
    public IncompleteBodyLimiter(int threads) {
        max = Math.max(1, threads * 3 / 4);
        maxOfKey = Math.max(1, threads / 2);
    }

    /**
     * Takes a permit to wait for the rest of a body.
     *
     * @param key the API key of the request, or any other name of its caller
     * @return the permit, to be released when the body is complete or given up; empty if too many bodies are incomplete
     */
    public synchronized Optional<Permit> take(String key) {
        int ofKey = ofKeys.getOrDefault(key, 0);
        if (total >= max || ofKey >= maxOfKey) {
            return Optional.empty();
        }
        total++;
        ofKeys.put(key, ofKey + 1);
        return Optional.of(() -> release(key));
    }

    private synchronized void release(String key) {
        total--;
        ofKeys.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }
}
