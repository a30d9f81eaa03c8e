package io.gpucloud.benchmarks;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.Operation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Whether accounts stand in each other's way, without a server: one account worked on by one thread, and two accounts of the
 * same stub by two. In turn with them, threads that share nothing, and only count, or only allocate as much: they tell what
 * the machine gives to a second thread at that time. Prints a table in Markdown.
 */
final class Scaling {

    private static final int WARM_UP = 20;
    private static final int ROUNDS = 60;
    private static final long ROUND_NANOS = 100_000_000;
    private static final int UNCLOCKED = 100;
    /** So many that what belongs to the last does not share a line of the processor's cache with what belongs to the first. */
    private static final int OTHERS = 1_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final ExecutorService threads;

    private Scaling(ExecutorService threads) {
        this.threads = threads;
    }

    /**
     * What was done in a round.
     *
     * @param perMilli repetitions of the work in a millisecond, of all threads together
     * @param cpuNanos what one repetition took of a processor, mean of the threads
     */
    private record Done(double perMilli, double cpuNanos) {}

    /** What one thread did in its rounds, and what two did, each with a work of its own. */
    private record Compared(String name, List<Runnable> works, List<Done> one, List<Done> two) {

        Compared(String name, Runnable first, Runnable second) {
            this(name, List.of(first, second), new ArrayList<>(), new ArrayList<>());
        }

        Compared anew() {
            return new Compared(name, works.get(0), works.get(1));
        }

        void print() {
            double one = median(this.one.stream().map(Done::perMilli).toList());
            double two = median(this.two.stream().map(Done::perMilli).toList());
            double cpuOfOne = median(this.one.stream().map(Done::cpuNanos).toList());
            double cpuOfTwo = median(this.two.stream().map(Done::cpuNanos).toList());
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f | %.2f | %,.0f | %,.0f | %.2f |%n",
                    name,
                    one,
                    two,
                    two / one,
                    cpuOfOne,
                    cpuOfTwo,
                    cpuOfTwo / cpuOfOne);
        }
    }

    static void print() throws IOException, InterruptedException {
        Domain domain = new Domain();
        Owner first = new Owner(domain, "tenant-0");
        Owner neighbour = new Owner(domain, "tenant-1");
        IntStream.range(0, OTHERS).forEach(i -> domain.open(new AccountKey("tenant-other-" + i), 20, 0));
        Owner distant = new Owner(domain, "tenant-2");
        List<Compared> compared = List.of(
                new Compared("each with its account", first, distant),
                new Compared("each with its account, opened one after the other", first, neighbour),
                new Compared("counting only", new Counting(), new Counting()),
                new Compared("allocating only", new Allocating(), new Allocating()));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Scaling scaling = new Scaling(threads);
            scaling.compare(WARM_UP, compared.stream().map(Compared::anew).toList());
            scaling.compare(ROUNDS, compared);
        } finally {
            threads.shutdown();
        }
        System.out.printf("%n| threads | in 1 ms: 1 | 2 | 2 : 1 | CPU ns: 1 | 2 | 2 : 1 |%n");
        System.out.printf("|---|---:|---:|---:|---:|---:|---:|%n");
        compared.forEach(Compared::print);
    }

    private void compare(int rounds, List<Compared> all) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            int which = i % 2;
            for (Compared compared : all) {
                compared.one.add(round(compared.works.subList(which, which + 1)));
            }
            for (Compared compared : all) {
                compared.two.add(round(compared.works));
            }
        }
    }

    private Done round(List<Runnable> works) throws InterruptedException {
        double perMilli = 0;
        double cpuNanos = 0;
        List<Callable<Done>> calls =
                works.stream().map(work -> (Callable<Done>) () -> repeat(work)).toList();
        for (Future<Done> future : threads.invokeAll(calls)) {
            try {
                Done done = future.get();
                perMilli += done.perMilli();
                cpuNanos += done.cpuNanos() / works.size();
            } catch (ExecutionException failed) {
                throw new IllegalStateException(failed);
            }
        }
        return new Done(perMilli, cpuNanos);
    }

    private static Done repeat(Runnable work) {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long begun = System.nanoTime();
        long times = 0;
        long taken;
        do {
            for (int i = 0; i < UNCLOCKED; i++) {
                work.run();
            }
            times += UNCLOCKED;
            taken = System.nanoTime() - begun;
        } while (taken < ROUND_NANOS);
        double cpuTaken = THREADS.getCurrentThreadCpuTime() - cpu;
        return new Done(times * 1e6 / taken, cpuTaken / times);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Makes an instance, lists all 21, sets a timer, and destroys the instance. */
    private static final class Owner implements Runnable {

        private final Domain domain;
        private final AccountKey account;
        private final List<String> instances;

        Owner(Domain domain, String name) {
            this.domain = domain;
            account = new AccountKey(name);
            instances = domain.open(account, 20, 0);
        }

        @Override
        public void run() {
            domain.perform(account, Domain.creation());
            List<Instance> newestFirst = domain.perform(account, new Operation.ListInstances());
            domain.perform(account, new Operation.SetShutdownTimer(instances.get(0), 60, true));
            domain.perform(account, new Operation.Destroy(newestFirst.get(0).uuid()));
        }
    }

    /** Makes 2 KB of small objects, as much as an owner does, and forgets those of the last time. */
    private static final class Allocating implements Runnable {

        private final byte[][] kept = new byte[64][];

        @Override
        public void run() {
            for (int i = 0; i < kept.length; i++) {
                kept[i] = new byte[16];
            }
        }
    }

    /** Draws a thousand numbers, with nothing but registers. */
    private static final class Counting implements Runnable {

        private long last = 1;

        @Override
        public void run() {
            long next = last;
            for (int i = 0; i < 1_000; i++) {
                next ^= next << 13;
                next ^= next >>> 7;
                next ^= next << 17;
            }
            last = next;
        }
    }
}
