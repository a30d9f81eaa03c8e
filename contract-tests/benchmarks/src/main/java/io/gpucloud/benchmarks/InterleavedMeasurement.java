package io.gpucloud.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Measures the same request in several places in turn, so that other load of the machine affects all of them equally. */
final class InterleavedMeasurement {

    private static final int ROUNDS = 30;
    private static final int REQUESTS = 50;
    private static final long ROUND_NANOS = 100_000_000;
    private static final int WARM_UP = 4_000;
    private static final long WARM_UP_NANOS = 3_000_000_000L;

    private InterleavedMeasurement() {}

    /** Sends a request, with the preparation and cleanup that it needs. */
    @FunctionalInterface
    interface Probe {
        /** Returns the duration of the request only, in nanoseconds. */
        long nanos() throws IOException, InterruptedException;
    }

    @FunctionalInterface
    interface Request {
        void send() throws IOException, InterruptedException;
    }

    /** Returns the duration of a request in nanoseconds. */
    static long time(Request request) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        request.send();
        return System.nanoTime() - begun;
    }

    /** Sends the request until the JVM has compiled the code of all places. */
    static void warmUp(List<Probe> places) throws IOException, InterruptedException {
        for (Probe place : places) {
            send(place, WARM_UP, WARM_UP_NANOS);
        }
    }

    /** Returns the median of each place, in microseconds. */
    static List<Double> medians(List<Probe> places) throws IOException, InterruptedException {
        List<List<Long>> measured = Stream.generate(() -> (List<Long>) new ArrayList<Long>())
                .limit(places.size())
                .toList();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < places.size(); i++) {
                measured.get(i).addAll(send(places.get(i), REQUESTS, ROUND_NANOS));
            }
        }
        return measured.stream().map(InterleavedMeasurement::median).toList();
    }

    /** Sends {@code requests} requests, or fewer if the time is used up before. */
    private static List<Long> send(Probe place, int requests, long nanos) throws IOException, InterruptedException {
        List<Long> taken = new ArrayList<>();
        long end = System.nanoTime() + nanos;
        do {
            taken.add(place.nanos());
        } while (taken.size() < requests && System.nanoTime() < end);
        return taken;
    }

    private static double median(List<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2) / 1_000.0;
    }
}
