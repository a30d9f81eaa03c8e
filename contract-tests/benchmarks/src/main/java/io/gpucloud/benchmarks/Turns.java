package io.gpucloud.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The durations of several calls, in microseconds. The calls take turns in short blocks, because the load of a machine
 * changes from minute to minute. A ratio compares blocks of the same turn.
 */
record Turns(List<List<Double>> micros) {

    private static final int TURNS = Integer.getInteger("turns", 200);
    private static final int CALLS = 50;

    /** A call that is measured. Returns its duration in nanoseconds. */
    interface Call {
        long nanos() throws IOException, InterruptedException;
    }

    static Turns of(List<Call> calls) throws IOException, InterruptedException {
        List<List<Double>> micros = Stream.generate(() -> (List<Double>) new ArrayList<Double>())
                .limit(calls.size())
                .toList();
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, calls.size()).boxed().toList());
        for (int turn = 0; turn < TURNS; turn++) {
            Collections.rotate(order, 1);
            for (int index : order) {
                long nanos = 0;
                for (int call = 0; call < CALLS; call++) {
                    nanos += calls.get(index).nanos();
                }
                micros.get(index).add(nanos / 1e3 / CALLS);
            }
        }
        return new Turns(micros);
    }

    double median(int index) {
        return median(micros.get(index).stream());
    }

    /** The median of the ratios of the durations of two calls. */
    double ratio(int index, int other) {
        return median(IntStream.range(0, TURNS)
                .mapToObj(
                        turn -> micros.get(index).get(turn) / micros.get(other).get(turn)));
    }

    private static double median(Stream<Double> values) {
        return values.sorted().toList().get(TURNS / 2);
    }
}
