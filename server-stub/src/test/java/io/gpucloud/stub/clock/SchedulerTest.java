package io.gpucloud.stub.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulerTest {

    private static final long MILLI = 1_000_000;
    /** A number of polls that only an endless loop reaches. */
    private static final int FOR_EVER = 100_000;

    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - MILLI);
    private final Scheduler scheduler = new Scheduler(nanoTime::get);
    private int looks;

    private int lookAndTake(long millis) {
        nanoTime.addAndGet(millis * MILLI);
        return ++looks;
    }

    @ParameterizedTest
    @CsvSource({FOR_EVER + ", 10", "3, 3"})
    void waitsEndAsSoonAsTheValueIsSufficientOrAfterTheirTimeDespiteConstantChanges(int sufficient, int end) {
        int seen = scheduler.until(
                10,
                () -> {
                    scheduler.changed();
                    return lookAndTake(1);
                },
                look -> look == sufficient);
        assertThat(seen).isEqualTo(end);
    }

    @Test
    void waitsIncludeTheTimeOfTheirPolls() {
        assertThat(scheduler.until(10, () -> lookAndTake(20), look -> look == FOR_EVER))
                .isEqualTo(1);
    }

    @Test
    void repeatsATaskAfterAnError() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(2);
        Runnable end = scheduler.every(1, "test", () -> {
            runs.countDown();
            throw new OutOfMemoryError("of the test");
        });
        boolean twice = runs.await(20, TimeUnit.MINUTES);
        end.run();

        assertThat(twice).isTrue();
    }

    @Test
    void waitsWithoutTimePollOnce() {
        assertThat(scheduler.until(0, () -> lookAndTake(0), look -> false)).isEqualTo(1);
    }
}
