package io.gpucloud.stub.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes one statement for several callers. While a statement is being executed, those who arrive wait for the next
 * one, which is for all of them. Otherwise, a caller does not wait.
 */
final class Batcher<T> {

    private final int limit;
    private final Consumer<List<T>> statement;
    private final ReentrantLock inTurn = new ReentrantLock(true);
    private Batch<T> open = new Batch<>();

    /**
     * A batcher of a statement.
     *
     * @param limit the largest number of items of a statement
     * @param statement what is executed; if it fails, it fails for the callers of all its items
     */
    Batcher(int limit, Consumer<List<T>> statement) {
        this.limit = limit;
        this.statement = statement;
    }

    private static final class Batch<T> {
        private final List<T> items = new ArrayList<>();
        private final CompletableFuture<@Nullable Void> result = new CompletableFuture<>();
    }

    /**
     * Returns when a statement that began after this call has been executed for the item.
     *
     * @throws java.util.concurrent.CompletionException if the statement failed
     */
    void execute(T item) {
        Batch<T> batch;
        boolean isFirst;
        synchronized (this) {
            batch = open;
            isFirst = batch.items.isEmpty();
            batch.items.add(item);
            if (batch.items.size() == limit) {
                open = new Batch<>();
            }
        }
        if (isFirst) {
            execute(batch);
        }
        batch.result.join();
    }

    private void execute(Batch<T> batch) {
        inTurn.lock();
        try {
            synchronized (this) {
                if (open == batch) {
                    open = new Batch<>();
                }
            }
            batch.result.completeAsync(
                    () -> {
                        statement.accept(batch.items);
                        return null;
                    },
                    Runnable::run);
        } finally {
            inTurn.unlock();
        }
    }
}
