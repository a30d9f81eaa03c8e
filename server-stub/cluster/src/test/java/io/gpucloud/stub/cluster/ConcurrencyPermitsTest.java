package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import io.gpucloud.stub.auth.Permit;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Permits that are released although a counter was unavailable for some time. */
class ConcurrencyPermitsTest {

    private static final String KEY = "tenant-a";
    private static final String MEMBER = "this";

    private final SimpleEntry<String, @Nullable StoredCounter> counter = new SimpleEntry<>(KEY, null);
    private final ConcurrencyPermits permits = new ConcurrencyPermits(counters());
    private @Nullable RuntimeException failure;
    private boolean answersWithFailures;
    private boolean isDoneAllTheSame;

    private @Nullable Permit take() {
        return permits.tryAcquire(KEY, MEMBER, List.of(MEMBER), 1);
    }

    private Permit taken() {
        return Objects.requireNonNull(take());
    }

    @Test
    void areReleasedLaterWhenAReleaseIsRejected() {
        Permit place = taken();
        failure = new SplitBrainProtectionException("too few members");
        place.release();
        answersWithFailures = true;
        permits.releaseOwed();
        failure = null;
        assertThat(take()).isNull();
        permits.releaseOwed();
        assertThat(take()).isNotNull();
    }

    @Test
    void areReleasedLaterWhenTheOutcomeOfAcquiringIsUnknown() {
        failure = new IndeterminateOperationStateException("lost by a test");
        isDoneAllTheSame = true;
        assertThatThrownBy(this::take).isSameAs(failure);
        failure = null;
        assertThat(take()).isNull();
        permits.releaseOwed();
        assertThat(take()).isNotNull();
    }

    @Test
    void areReleasedOnlyByTheirHolder() {
        Permit forgotten = taken();
        counter.setValue(null);
        Permit place = taken();
        forgotten.release();
        assertThat(take()).isNull();
        place.release();
        place.release();
        assertThat(take()).isNotNull();
        assertThat(take()).isNull();
    }

    @Test
    void leaveNoCounterBehind() {
        Permit place = taken();
        assertThat(counter.getValue()).isNotNull();
        place.release();
        assertThat(counter.getValue()).isNull();
        place.release();
        assertThat(counter.getValue()).isNull();
    }

    @SuppressWarnings("unchecked")
    private IMap<String, StoredCounter> counters() {
        return (IMap<String, StoredCounter>) Proxy.newProxyInstance(
                IMap.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                    CounterProcessor process = (CounterProcessor) arguments[1];
                    return method.getName().equals("submitToKey") ? submitted(process) : executed(process);
                });
    }

    private CompletableFuture<ResultEnvelope> submitted(CounterProcessor process) {
        return failure != null && answersWithFailures
                ? CompletableFuture.failedFuture(failure)
                : CompletableFuture.completedFuture(executed(process));
    }

    private ResultEnvelope executed(CounterProcessor process) {
        if (failure == null) {
            return process.process(counter);
        }
        if (isDoneAllTheSame) {
            process.process(counter);
        }
        throw failure;
    }
}
