package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedLookTest {

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final TestTime time = new TestTime();
    private final AtomicInteger listed = new AtomicInteger();
    private final SharedLook shared = new SharedLook(
            () -> {
                listed.incrementAndGet();
                return List.of();
            },
            time,
            time);

    @Test
    void isOneForAllThreadsThatAsk() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(32);
        try {
            Callable<Look> look = () -> shared.after(0, INTERVAL);

            for (Future<Look> each : threads.invokeAll(Collections.nCopies(200, look))) {
                assertThat(each.get().number()).isEqualTo(1);
            }
            assertThat(listed).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void isTakenAnewAfterAnInterval() throws Exception {
        shared.after(0, INTERVAL);
        time.sleep(INTERVAL);

        assertThat(shared.after(0, INTERVAL).number()).isEqualTo(2);
    }

    @Test
    void isNotTakenAnewBeforeThatEvenForOneWhoHasSeenTheLast() throws Exception {
        Look first = shared.after(0, INTERVAL);

        assertThat(shared.after(first.number(), INTERVAL).number()).isEqualTo(2);
        assertThat(time.sleeps()).containsExactly(INTERVAL);
    }
}
