package io.gpucloud.stub.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatcherTest {

    private final List<List<Integer>> statements = new ArrayList<>();
    private final List<CompletableFuture<Void>> callers = new ArrayList<>();
    private boolean secondFails;
    private Batcher<Integer> batcher = new Batcher<>(10, this::execute);

    /** During the first statement, three callers arrive. */
    private void execute(List<Integer> items) {
        statements.add(items);
        if (statements.size() == 1) {
            IntStream.of(1, 2, 3).forEach(this::arrive);
        } else if (secondFails && statements.size() == 2) {
            throw new IllegalStateException("disk full");
        }
    }

    private void arrive(int item) {
        List<Thread> started = new ArrayList<>();
        callers.add(CompletableFuture.runAsync(() -> batcher.execute(item), work -> started.add(new Thread(work))));
        Thread caller = started.get(0);
        caller.start();
        while (caller.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private void awaitCallers() {
        callers.forEach(caller -> caller.exceptionally(failure -> null).join());
    }

    @Test
    void executesOneStatementForThoseWhoArriveDuringAnother() {
        batcher.execute(0);

        awaitCallers();
        assertThat(statements).hasSize(2).startsWith(List.of(0));
        assertThat(statements.get(1)).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void executesAnotherStatementForThoseAboveTheLimit() {
        batcher = new Batcher<>(2, this::execute);

        batcher.execute(0);

        awaitCallers();
        assertThat(statements).extracting(List::size).containsExactly(1, 2, 1);
        assertThat(statements.stream().flatMap(List::stream)).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void failsForAllOfAStatementAndForNobodyElse() {
        secondFails = true;

        batcher.execute(0);

        awaitCallers();
        assertThat(callers).hasSize(3).allSatisfy(caller -> assertThat(caller).isCompletedExceptionally());
        batcher.execute(4);
        assertThat(statements).last().isEqualTo(List.of(4));
    }
}
