package io.gpucloud.stub.auth;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits how many request bodies may be incomplete at the same time, for each API key and in total. Each of them occupies a thread, so
 * callers that stop within a body would otherwise keep all other callers out until they time out.
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

    /** Too many bodies are incomplete. */
    public static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyException() {
            super("too many request bodies are incomplete", null, false, false);
        }
    }

    /**
     * Takes a permit to wait for the rest of a body.
     *
     * @param key the API key of the request, or any other name of its caller
     * @return the permit, to be released when the body is complete or given up
     * @throws TooManyException if no permit is left
     */
    public synchronized Permit take(String key) {
        int ofKey = ofKeys.getOrDefault(key, 0);
        if (total >= max || ofKey >= maxOfKey) {
            throw new TooManyException();
        }
        total++;
        ofKeys.put(key, ofKey + 1);
        return () -> release(key);
    }

    private synchronized void release(String key) {
        total--;
        ofKeys.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }
}
