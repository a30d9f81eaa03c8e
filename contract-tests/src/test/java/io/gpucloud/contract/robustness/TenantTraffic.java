package io.gpucloud.contract.robustness;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.PodInstanceSpec;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Typical calls of tenants. Only errors of calls without an active fault are counted; other errors were injected. */
final class TenantTraffic implements AutoCloseable {

    private static final int MANY = 4;

    private final ThreadLocal<String> key = ThreadLocal.withInitial(() -> "demo-key");
    private final GpuCloudClient client;
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong injected = new AtomicLong();
    private final Semaphore done = new Semaphore(0);

    /** Even in phases without faults, odd in phases with faults. */
    private final AtomicInteger phase = new AtomicInteger();

    TenantTraffic(URI origin) {
        client = GpuCloudClient.builder()
                .baseUrl(origin.resolve("/api/open/v2").toString())
                .apiKey(() -> ApiKey.of(key.get()))
                .options(options -> options.readTimeout(Duration.ofSeconds(30)))
                .build();
    }

    /** Switches between phases with and without faults. */
    void nextPhase() {
        phase.incrementAndGet();
    }

    /** Waits for a number of calls. */
    void awaitCalls(int more) throws InterruptedException {
        done.drainPermits();
        if (!done.tryAcquire(more, 2, TimeUnit.MINUTES)) {
            throw new AssertionError("fewer than " + more + " calls in two minutes");
        }
    }

    long calls() {
        return calls.get();
    }

    long injected() {
        return injected.get();
    }

    List<String> errors() {
        return List.copyOf(errors);
    }

    GpuCloudClient as(String tenant) {
        key.set(tenant);
        return client;
    }

    /** Performs one random action of a tenant. */
    void act(String tenant, RandomGenerator random) {
        int begun = phase.get();
        calls.incrementAndGet();
        try {
            act(as(tenant), random);
        } catch (BadRequestException | OperationFailedException refused) {
            // A business rule, or a state that changed in between.
        } catch (GpuCloudException failure) {
            if (begun % 2 == 0 && phase.get() == begun) {
                errors.add(tenant + ": " + failure);
            } else {
                injected.incrementAndGet();
            }
        } finally {
            done.release();
        }
    }

    private static void act(GpuCloudClient client, RandomGenerator random) {
        switch (random.nextInt(10)) {
            case 0, 1 -> create(client);
            case 2 -> client.billing().bills().page(1);
            case 3 -> client.billing().balance();
            case 4 -> client.pods().list().iterator().next();
            case 5 -> client.billing().cards().page(1);
            case 6 -> tidy(client);
            default -> use(client, random);
        }
    }

    private static void create(GpuCloudClient client) {
        List<Instance> instances = client.instances().list();
        if (instances.size() < MANY) {
            client.instances()
                    .createByPod(PodInstanceSpec.builder()
                            .podUuid("pod-comfyui")
                            .gpuUuid("gpu-rtx-4090")
                            .build());
        } else {
            client.instances().destroy(instances.get(instances.size() - 1).instanceUuid());
        }
    }

    private static void use(GpuCloudClient client, RandomGenerator random) {
        for (Instance instance : client.instances().list()) {
            String id = instance.instanceUuid();
            if (instance.status().equals(InstanceStatus.SHUT_DOWN)) {
                client.instances().start(id);
            } else if (instance.status().equals(InstanceStatus.RUNNING)) {
                switch (random.nextInt(4)) {
                    case 0 -> client.instances().restart(id);
                    case 1 -> client.instances().scheduleShutdown(id, Duration.ofDays(2));
                    case 2 -> client.instances().updateTitle(id, "run " + random.nextInt(1_000));
                    default -> client.instances().saveImage(id);
                }
            }
        }
    }

    private static void tidy(GpuCloudClient client) {
        List<PrivateImage> images = client.images().privateImages();
        for (PrivateImage image : images.subList(0, Math.max(0, images.size() - MANY))) {
            client.images().delete(image.uuid());
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
