package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.control.Shared;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterSharedTest {

    /** So many that the member that dies keeps some of them, and copies of others. */
    private static final int PARTS = 24;

    /** The engine does not say then whether a change was made whose copy was on its way to the dead. */
    @Test
    void isChangedOnceAlthoughAMemberHasJustDied() {
        ExecutorService changers = Executors.newFixedThreadPool(PARTS);
        try (Trio trio = new Trio()) {
            trio.killTheFirst();
            List<CompletableFuture<@Nullable Integer>> changing = IntStream.range(0, PARTS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> counted(trio.shared(1, "part-" + i)), changers))
                    .toList();
            assertThat(changing).allSatisfy(one -> assertThat(one.join()).isOne());
            assertThat(IntStream.range(0, PARTS)
                            .mapToObj(i -> trio.shared(2, "part-" + i).get("count")))
                    .containsOnly(1);
        } finally {
            changers.shutdown();
        }
    }

    private static @Nullable Integer counted(Shared<Integer> part) {
        return part.change("count", count -> count == null ? 1 : count + 1);
    }
}
