package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import io.gpucloud.stub.cluster.CounterCall.TakePlace;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Places that are free again although a counter could not be reached for a while. */
class PlacesTest {

    private static final String KEY = "tenant-a";
    private static final String MEMBER = "this";
    private static final TakePlace TAKE = new TakePlace(MEMBER, List.of(MEMBER), 1);

    private final SimpleEntry<String, @Nullable CounterCell> counter = new SimpleEntry<>(KEY, null);
    private final Places places = new Places(counters());
    private @Nullable RuntimeException failure;
    private boolean answersWithFailures;
    private boolean isDoneAllTheSame;

    @Test
    void areOwedWhenLeavingIsRefused() {
        assertThat(places.take(KEY, TAKE)).isTrue();
        failure = new SplitBrainProtectionException("too few members");
        places.leave(KEY, MEMBER);
        answersWithFailures = true;
        places.leaveOwed();
        failure = null;
        assertThat(places.take(KEY, TAKE)).isFalse();
        places.leaveOwed();
        assertThat(places.take(KEY, TAKE)).isTrue();
    }

    @Test
    void areOwedWhenNobodyKnowsWhetherTheyWereTaken() {
        failure = new IndeterminateOperationStateException("lost by a test");
        isDoneAllTheSame = true;
        assertThatThrownBy(() -> places.take(KEY, TAKE)).isSameAs(failure);
        failure = null;
        assertThat(places.take(KEY, TAKE)).isFalse();
        places.leaveOwed();
        assertThat(places.take(KEY, TAKE)).isTrue();
    }

    @Test
    void areNeverFewerThanNone() {
        places.leave(KEY, MEMBER);
        places.leave(KEY, MEMBER);
        assertThat(places.take(KEY, TAKE)).isTrue();
        assertThat(places.take(KEY, TAKE)).isFalse();
    }

    @SuppressWarnings("unchecked")
    private IMap<String, CounterCell> counters() {
        return (IMap<String, CounterCell>) Proxy.newProxyInstance(
                IMap.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                    CounterProcess process = (CounterProcess) arguments[1];
                    return method.getName().equals("submitToKey") ? submitted(process) : executed(process);
                });
    }

    private CompletableFuture<Parcel> submitted(CounterProcess process) {
        return failure != null && answersWithFailures
                ? CompletableFuture.failedFuture(failure)
                : CompletableFuture.completedFuture(executed(process));
    }

    private Parcel executed(CounterProcess process) {
        if (failure == null) {
            return process.process(counter);
        }
        if (isDoneAllTheSame) {
            process.process(counter);
        }
        throw failure;
    }
}
