package io.gpucloud.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Measures the same request in several places in turn, so that whatever else the machine does strikes all of them alike. */
final class Rounds {

    private static final int ROUNDS = 30;
    private static final int REQUESTS = 50;
    private static final long ROUND_NANOS = 100_000_000;
    private static final int WARM_UP = 4_000;
    private static final long WARM_UP_NANOS = 3_000_000_000L;

    private Rounds() {}

    /** Sends a request, and what has to go before or after it. */
    @FunctionalInterface
    interface Probe {
        /** How long the request itself took, in nanoseconds. */
        long nanos() throws IOException, InterruptedException;
    }

    /** A request. */
    @FunctionalInterface
    interface Request {
        /** Sends it. */
        void send() throws IOException, InterruptedException;
    }

    /** How long a request takes. */
    static long time(Request request) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        request.send();
        return System.nanoTime() - begun;
    }

    /** Sends the request so often that the measuring finds all places compiled, however much has happened in each before. */
    static void warmUp(List<Probe> places) throws IOException, InterruptedException {
        for (Probe place : places) {
            send(place, WARM_UP, WARM_UP_NANOS);
        }
    }

    /** The median of each place, in microseconds. */
    static List<Double> medians(List<Probe> places) throws IOException, InterruptedException {
        List<List<Long>> measured = Stream.generate(() -> (List<Long>) new ArrayList<Long>())
                .limit(places.size())
                .toList();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < places.size(); i++) {
                measured.get(i).addAll(send(places.get(i), REQUESTS, ROUND_NANOS));
            }
        }
        return measured.stream().map(Rounds::median).toList();
    }

    /** Sends so many requests, but fewer when they take longer than that altogether. */
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
