package io.gpucloud.contract.lease;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rents, extends and closes in an endless loop. It is killed, or ends when its input closes. */
final class KilledProgram {

    static final String KEY = "tenant-kills";

    /** The header of a request that names the program. */
    static final String PROGRAM = "x-program";

    /** The name of a program that is not killed. One of its leases is open as long as it runs. */
    static final String LIVE = "live";

    /** The line that a program prints at its last point. */
    static final String REACHED = "reached";

    static final LeaseOptions OPTIONS = LeaseOptions.builder()
            .withoutJournal()
            .window(Duration.ofSeconds(2))
            .interval(Duration.ofMillis(200))
            .clockTolerance(Duration.ofSeconds(1))
            .destroyDeadline(Duration.ofMinutes(1))
            .build();

    private final Leases leases;
    private final AtomicInteger rented = new AtomicInteger();
    private volatile boolean stopped;

    private KilledProgram(Leases leases) {
        this.leases = leases;
    }

    /** The arguments: address, program, journal, last point (0 for none), pods, numbers of GPUs. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        GpuCloudClient client = client(arguments[0], arguments[1], Integer.parseInt(arguments[3]));
        KilledProgram program = new KilledProgram(Leases.of(
                client, OPTIONS.toBuilder().journal(Path.of(arguments[2])).build()));
        List<String> pods = List.of(arguments[4].split(",", -1));
        List<Thread> threads = Stream.of(arguments[5].split(",", -1))
                .map(Integer::valueOf)
                .map(gpus -> new Thread(() -> program.rentAgainAndAgain(pods, gpus)))
                .toList();
        InstanceLease longest = arguments[1].equals(LIVE) ? program.leases.rent(plan(pods.get(0), 1)) : null;
        threads.forEach(Thread::start);
        while (System.in.read() >= 0) {
            // Its parent process continues.
        }
        program.stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        if (longest != null && client.instances().find(longest.instanceUuid()).isEmpty()) {
            throw new IllegalStateException(longest + " is gone");
        }
        program.leases.close();
        System.out.println(program.rented.get());
    }

    private void rentAgainAndAgain(List<String> pods, int gpus) {
        for (int i = 0; !stopped; i++) {
            try (InstanceLease lease = leases.rent(plan(pods.get(i % pods.size()), gpus))) {
                lease.extend(TestAccount.HOUR);
                rented.incrementAndGet();
            } catch (RuntimeException failure) {
                System.out.println("failed: " + failure);
                throw failure;
            }
        }
    }

    private static RentalPlan plan(String pod, int gpus) {
        return RentalPlan.builder()
                .podUuid(pod)
                .maxLifetime(TestAccount.HOUR)
                .gpus(TestAccount.CHEAP)
                .gpuCount(gpus)
                .build();
    }

    /**
     * A client that counts the moments before and after each request that changes something. The thread that reaches
     * the last one stops there.
     */
    static GpuCloudClient client(String url, String program, int lastPoint) {
        AtomicInteger passed = new AtomicInteger();
        return GpuCloudClient.builder()
                .baseUrl(url)
                .apiKey(KEY)
                .interceptor(request -> {
                    request.header(PROGRAM, program);
                    pass(request.method(), passed, lastPoint);
                })
                .listener(operation -> new CallListener.Call() {
                    @Override
                    public void ended(@Nullable Throwable failure) {
                        pass(operation.method(), passed, lastPoint);
                    }
                })
                .build();
    }

    private static void pass(String method, AtomicInteger passed, int lastPoint) {
        if (method.equals("POST") && passed.incrementAndGet() == lastPoint) {
            System.out.println(REACHED);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException never) {
                throw new IllegalStateException(never);
            }
        }
    }
}
