package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharedInstancePollTest {

    private final TestTime time = new TestTime();
    private final AtomicInteger listed = new AtomicInteger();
    private final SharedInstancePoll shared = new SharedInstancePoll(
            () -> {
                listed.incrementAndGet();
                return Listing.of(List.of());
            },
            "http://localhost/api/open/v2",
            time);

    private Wait begin() {
        return new Wait("i", WaitCondition.running(), WaitOptions.defaults(), shared, time, Duration.ZERO);
    }

    @Test
    void makesOneCallForAllThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(32);
        try {
            List<Callable<InstancePoll>> waits = Stream.generate(this::begin)
                    .limit(200)
                    .<Callable<InstancePoll>>map(wait -> () -> firstPollFor(wait))
                    .toList();

            for (Future<InstancePoll> each : threads.invokeAll(waits)) {
                assertThat(each.get().number()).isEqualTo(1);
            }
            assertThat(listed).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Requests a poll while another thread polls. */
    private InstancePoll firstPollFor(Wait wait) throws InterruptedException {
        InstancePoll poll = shared.pollFor(wait);
        while (poll == null) {
            Thread.onSpinWait();
            poll = shared.pollFor(wait);
        }
        return poll;
    }
}
