package io.gpucloud.contract.robustness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Threads that perform the same action. */
final class ParallelCallers implements AutoCloseable {

    private final ExecutorService threads;

    ParallelCallers(int size) {
        threads = Executors.newFixedThreadPool(size);
    }

    <T> Future<T> begin(Callable<T> work) {
        return threads.submit(work);
    }

    /** Performs an action the given number of times in parallel, and waits for all results. */
    <T> List<T> run(int times, IntFunction<T> work) throws InterruptedException, ExecutionException {
        List<Callable<T>> calls = IntStream.range(0, times)
                .mapToObj(number -> (Callable<T>) () -> work.apply(number))
                .toList();
        List<T> results = new ArrayList<>();
        for (Future<T> result : threads.invokeAll(calls)) {
            results.add(result.get());
        }
        return results;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
