package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.store.SharedStore;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterSharedStoreTest {

    /** Enough parts that the member that dies owns some of them and has backups of others. */
    private static final int PARTS = 24;

    /** Hazelcast does not report whether a change was made whose backup was being sent to the dead member. */
    @Test
    void changesAValueOnceWhenAMemberDies() {
        ExecutorService changers = Executors.newFixedThreadPool(PARTS);
        try (ThreeMembers cluster = new ThreeMembers()) {
            cluster.killFirst();
            List<CompletableFuture<@Nullable Integer>> changing = IntStream.range(0, PARTS)
                    .mapToObj(i ->
                            CompletableFuture.supplyAsync(() -> counted(cluster.shared(1, "part-" + i)), changers))
                    .toList();
            assertThat(changing).allSatisfy(one -> assertThat(one.join()).isOne());
            assertThat(IntStream.range(0, PARTS)
                            .mapToObj(i -> cluster.shared(2, "part-" + i).get("count")))
                    .containsOnly(1);
        } finally {
            changers.shutdown();
        }
    }

    /** Another member changes the value before the outcome of the first change is known. */
    @Test
    void doesNotRepeatAChangeWhoseOutcomeStaysUnknown() {
        try (ThreeMembers cluster = new ThreeMembers()) {
            Members first = cluster.members(0);
            IMap<String, SharedStatePart> parts = losingTheFirstAnswer(
                    first.parts(),
                    () -> assertThat(counted(cluster.shared(1, "part"))).isEqualTo(2));
            SharedStore<Integer> part = new ClusterSharedStore<>("part", first, parts, false);
            assertThatThrownBy(() -> counted(part)).isInstanceOf(StateUnavailableException.class);
            assertThat(cluster.shared(2, "part").get("count")).isEqualTo(2);
        }
    }

    @SuppressWarnings("unchecked")
    private static IMap<String, SharedStatePart> losingTheFirstAnswer(
            IMap<String, SharedStatePart> parts, Runnable meanwhile) {
        AtomicBoolean lost = new AtomicBoolean();
        return (IMap<String, SharedStatePart>) Proxy.newProxyInstance(
                IMap.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                    Object answer = method.invoke(parts, arguments);
                    if (!lost.getAndSet(true)) {
                        meanwhile.run();
                        throw new IndeterminateOperationStateException("lost by a test");
                    }
                    return answer;
                });
    }

    private static @Nullable Integer counted(SharedStore<Integer> part) {
        return part.change("count", count -> count == null ? 1 : count + 1);
    }
}
