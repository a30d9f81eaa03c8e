package io.gpucloud.client.testing;

import java.util.concurrent.CountDownLatch;

/** Waits of a test's own code in a thread of the client. */
public final class Latches {

    private Latches() {}

    /** Waits for a latch, or until the thread is interrupted, which it remains. */
    public static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
