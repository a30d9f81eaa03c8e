package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.PodInstanceSpec;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rents instances in one account through all members in turn, and remembers which operations were acknowledged. */
final class RentalWorkload implements Runnable {

    private static final int MOST = 20;
    private static final PodInstanceSpec SPEC = PodInstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    private final String key;
    private final List<GpuCloudClient> members;
    private final Duration pause;
    private final Set<String> everCreated = new HashSet<>();
    private final Deque<String> rented = new ArrayDeque<>();
    private final Map<String, Instant> timers = new HashMap<>();
    private final Set<String> maybeDestroyed = new HashSet<>();
    private final Set<String> maybeTimed = new HashSet<>();
    private int maybeCreated;
    private final AtomicInteger done = new AtomicInteger();
    private int failed;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    RentalWorkload(String key, List<URI> members, Duration pause) {
        this.key = key;
        this.pause = pause;
        RequestOptions options = new RequestOptions(
                Duration.ofSeconds(2), Duration.ofSeconds(25), Duration.ofSeconds(25), RetryPolicy.none());
        this.members = members.stream()
                .map(url -> GpuCloudClient.builder()
                        .baseUrl(url.toString())
                        .apiKey(key)
                        .allowPlainHttp()
                        .options(options)
                        .build())
                .toList();
    }

    String key() {
        return key;
    }

    int done() {
        return done.get();
    }

    int failed() {
        return failed;
    }

    int unknown() {
        return maybeCreated + maybeDestroyed.size() + maybeTimed.size();
    }

    void stop() {
        stopped = true;
    }

    /** The reason for which it ended early, or null. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            rent();
        } catch (RuntimeException | AssertionError unexpected) {
            failure = unexpected;
        } finally {
            members.forEach(GpuCloudClient::close);
        }
    }

    private void rent() {
        for (int turn = 0; !stopped; turn++) {
            GpuCloudClient member = members.get(turn % members.size());
            if (rented.size() < MOST) {
                create(member);
            } else {
                destroy(member, rented.removeFirst());
            }
            if (!rented.isEmpty()) {
                time(member, rented.peekLast(), Instant.ofEpochSecond(4_000_000_000L + turn));
            }
            Await.pause(pause);
        }
    }

    private void create(GpuCloudClient member) {
        try {
            String uuid = member.instances().createByPod(SPEC).instanceUuid();
            assertThat(everCreated.add(uuid))
                    .as("first use of the identifier %s", uuid)
                    .isTrue();
            rented.addLast(uuid);
            done.incrementAndGet();
        } catch (GpuCloudException refused) {
            failed++;
            maybeCreated += refused.mayHaveTakenEffect() ? 1 : 0;
        }
    }

    private void time(GpuCloudClient member, String uuid, Instant at) {
        try {
            member.instances().scheduleShutdown(uuid, at);
            timers.put(uuid, at);
            maybeTimed.remove(uuid);
            done.incrementAndGet();
        } catch (GpuCloudException refused) {
            failed++;
            if (refused.mayHaveTakenEffect()) {
                maybeTimed.add(uuid);
            }
        }
    }

    private void destroy(GpuCloudClient member, String uuid) {
        try {
            member.instances().destroy(uuid);
            timers.remove(uuid);
            done.incrementAndGet();
        } catch (GpuCloudException refused) {
            failed++;
            if (refused.mayHaveTakenEffect()) {
                maybeDestroyed.add(uuid);
                timers.remove(uuid);
            } else {
                rented.addLast(uuid);
            }
        }
    }

    /** Compares the instances with the acknowledged operations. */
    void verify(List<Instance> instances) {
        Map<String, Instance> there = instances.stream().collect(Collectors.toMap(Instance::instanceUuid, one -> one));
        assertThat(there).hasSameSizeAs(instances);
        assertThat(there.keySet()).as("created and not destroyed, in %s", key).containsAll(rented);
        Set<String> beside = new HashSet<>(there.keySet());
        beside.removeAll(rented);
        beside.removeAll(maybeDestroyed);
        assertThat(beside).as("destroyed in %s", key).doesNotContainAnyElementsOf(everCreated);
        assertThat(beside).as("unknown creations in %s", key).hasSizeLessThanOrEqualTo(maybeCreated);
        timers.forEach((uuid, at) -> {
            if (!maybeTimed.contains(uuid)) {
                assertThat(timerOf(there.get(uuid)))
                        .as("timer of %s in %s", uuid, key)
                        .isEqualTo(at);
            }
        });
    }

    private static @Nullable Instant timerOf(@Nullable Instance instance) {
        return instance == null || instance.shutdownRegular() == null
                ? null
                : instance.shutdownRegular().shutdownTime();
    }
}
