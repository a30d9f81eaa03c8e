package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.WaitOptions;
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
            time);

    private Wait begun(long seen) {
        return new Wait("i", Goal.running(), WaitOptions.defaults(), time.instant(), seen);
    }

    @Test
    void isOneForAllThreadsThatAsk() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(32);
        try {
            Callable<Look> look = () -> shared.lookFor(begun(0));

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
        shared.lookFor(begun(0));
        time.sleep(INTERVAL);

        assertThat(shared.lookFor(begun(0))).returns(2L, Look::number);
    }

    @Test
    void isNotTakenAnewBeforeThatEvenForOneWhoHasSeenTheLast() throws Exception {
        shared.lookFor(begun(0));
        Wait wait = begun(1);

        assertThat(shared.lookFor(wait)).isNull();
        assertThat(wait.due()).isEqualTo(TestTime.START.plus(INTERVAL));
        time.sleep(INTERVAL);
        assertThat(shared.lookFor(wait)).returns(2L, Look::number);
    }

    @Test
    void isTakenAnewWhenTheClockWasSetBack() throws Exception {
        shared.lookFor(begun(0));
        time.turnBack(Duration.ofMinutes(10));

        assertThat(shared.lookFor(begun(1))).returns(2L, Look::number);
    }
}
