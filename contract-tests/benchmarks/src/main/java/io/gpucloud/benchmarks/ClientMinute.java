package io.gpucloud.benchmarks;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** A client that 64 threads call for a minute, and what it holds meanwhile. Prints a table in Markdown. */
final class ClientMinute {

    private static final int THREADS = 64;
    private static final int SECONDS = 60;
    private static final int EVERY = 10;
    private static final int CREATE_EVERY = 10;

    private ClientMinute() {}

    static void print() throws IOException, InterruptedException {
        StubProcess stub = StubProcess.start("stub.limits.instances=1000000");
        try (Caller client = Caller.of("client", stub.baseUrl(), "tenant-minute")) {
            LongAdder calls = new LongAdder();
            LongAdder failures = new LongAdder();
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> callers = callers(client, calls, failures, over);
            System.out.printf(
                    "%n| %d threads, after | calls | failed | live heap | connections and files | threads |%n",
                    THREADS);
            System.out.println("|---:|---:|---:|---:|---:|---:|");
            callers.forEach(Thread::start);
            for (int second = EVERY; second <= SECONDS; second += EVERY) {
                TimeUnit.SECONDS.sleep(EVERY);
                row(second, calls, failures);
            }
            over.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
        } finally {
            stub.stop();
        }
    }

    private static List<Thread> callers(Caller client, LongAdder calls, LongAdder failures, AtomicBoolean over) {
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            callers.add(new Thread(() -> {
                for (int n = 1; !over.get(); n++) {
                    try {
                        call(client, n);
                        calls.increment();
                    } catch (IOException | InterruptedException | RuntimeException failed) {
                        failures.increment();
                    }
                }
            }));
        }
        return callers;
    }

    private static void call(Caller client, int n) throws IOException, InterruptedException {
        if (n % CREATE_EVERY == 0) {
            client.create();
        } else {
            client.balance();
        }
    }

    private static void row(int second, LongAdder calls, LongAdder failures) {
        System.gc();
        Runtime heap = Runtime.getRuntime();
        long files = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
        System.out.printf(
                Locale.ROOT,
                "| %d s | %,d | %d | %,d KB | %d | %d |%n",
                second,
                calls.sum(),
                failures.sum(),
                (heap.totalMemory() - heap.freeMemory()) / 1024,
                files,
                ManagementFactory.getThreadMXBean().getThreadCount());
    }
}
