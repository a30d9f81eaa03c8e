package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An Error ends no upkeep for ever: it watches, renews and recovers what costs money. */
class UpkeepTest {

    private final TestTime time = new TestTime();
    private final Queue<CompletableFuture<@Nullable Void>> looks = new ArrayDeque<>();
    private final WaitTimer realTime = time.withPauses(pause -> {
        CompletableFuture<@Nullable Void> look = new CompletableFuture<>();
        looks.add(look);
        return look;
    });
    private final AtomicInteger failures = new AtomicInteger(1);
    private final AtomicInteger done = new AtomicInteger();

    private void failAtFirst() {
        if (failures.getAndDecrement() > 0) {
            throw new OutOfMemoryError("of the test");
        }
    }

    private Upkeep upkeep(LeaseExecutor executor) {
        return new Upkeep(time, realTime, executor, new AtomicBoolean());
    }

    private void look() {
        looks.remove().complete(null);
    }

    @Test
    void isRepeatedWhenItFails() {
        upkeep(new LeaseExecutor(Runnable::run))
                .task(() -> {
                    failAtFirst();
                    done.incrementAndGet();
                })
                .in(Duration.ZERO);
        look();
        assertThat(done).hasValue(0);

        CompletableFuture<?> passed = time.after(Duration.ofSeconds(10));
        look();
        assertThat(passed).isCompleted();
        assertThat(done).hasValue(1);
        assertThat(looks).as("nothing is planned").isEmpty();
    }

    @Test
    void isRepeatedWhenNoThreadCanBeStarted() {
        upkeep(new LeaseExecutor(task -> {
                    failAtFirst();
                    task.run();
                }))
                .task(done::incrementAndGet)
                .in(Duration.ZERO);
        look();
        assertThat(done).hasValue(0);

        look();
        assertThat(done).hasValue(1);
    }
}
