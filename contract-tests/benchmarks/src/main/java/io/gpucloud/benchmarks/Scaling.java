package io.gpucloud.benchmarks;

import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.domain.Instance;
import io.gpucloud.stub.domain.Operation;
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

/**
 * Whether accounts stand in each other's way, without a server: one account worked on by one thread, and two accounts of the
 * same stub by two. In turn with them, threads that only count and share nothing: they tell what the machine gives to a
 * second thread at that time. Prints a table in Markdown.
 */
final class Scaling {

    private static final int WARM_UP = 20;
    private static final int ROUNDS = 60;
    private static final long ROUND_NANOS = 100_000_000;
    private static final int UNCLOCKED = 100;
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

    /** What one thread did in its rounds, and what two did. */
    private record Compared(List<Done> one, List<Done> two) {

        Compared() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void print(String name) {
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
        List<Runnable> accounts = List.of(new Owner(domain, "tenant-0"), new Owner(domain, "tenant-1"));
        List<Runnable> counting = List.of(new Counting(), new Counting());
        Compared domainDone = new Compared();
        Compared countingDone = new Compared();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Scaling scaling = new Scaling(threads);
            scaling.compare(WARM_UP, accounts, new Compared(), counting, new Compared());
            scaling.compare(ROUNDS, accounts, domainDone, counting, countingDone);
        } finally {
            threads.shutdown();
        }
        System.out.printf("%n| threads | in 1 ms: 1 | 2 | 2 : 1 | CPU ns: 1 | 2 | 2 : 1 |%n");
        System.out.printf("|---|---:|---:|---:|---:|---:|---:|%n");
        domainDone.print("each with its account");
        countingDone.print("counting only");
    }

    private void compare(int rounds, List<Runnable> first, Compared ofFirst, List<Runnable> second, Compared ofSecond)
            throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            int which = i % 2;
            ofFirst.one.add(round(first.subList(which, which + 1)));
            ofSecond.one.add(round(second.subList(which, which + 1)));
            ofFirst.two.add(round(first));
            ofSecond.two.add(round(second));
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
