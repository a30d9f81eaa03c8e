package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.cluster.PartCall.ChangeOne;
import io.gpucloud.stub.cluster.PartCall.ReplaceAll;
import io.gpucloud.stub.cluster.PartCall.Restore;
import io.gpucloud.stub.cluster.PartCall.Result;
import io.gpucloud.stub.cluster.PartCall.TakeAll;
import io.gpucloud.stub.control.Shared;
import io.gpucloud.stub.domain.UnavailableException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shared values that are kept once in the cluster and known to every member: reading asks nobody, and a change returns when
 * every member has been told of it. A change is made where the part is kept, if the value is still what the change was made
 * of; otherwise it is made anew.
 *
 * @param <V> what is kept
 */
final class ClusterShared<V> implements Shared<V> {

    private final String part;
    private final Replica replica;
    private final IMap<String, PartCell> parts;
    private final Errands errands;
    private final boolean onlyWhenSure;

    /**
     * A part of the stub.
     *
     * @param onlyWhenSure whether it is read only while this member is sure of itself
     */
    ClusterShared(String part, Replica replica, Members members, boolean onlyWhenSure) {
        this.part = part;
        this.replica = replica;
        this.onlyWhenSure = onlyWhenSure;
        parts = members.parts();
        errands = members.errands();
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V get(String name) {
        if (onlyWhenSure) {
            errands.here().requireSure();
        }
        return (V) replica.get(name);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<String, V> all() {
        return (Map<String, V>) replica.all();
    }

    @Override
    public int size() {
        return replica.size();
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V change(String name, Shared.Change<V> change) {
        @Nullable V before = (V) replica.get(name);
        while (true) {
            @Nullable V after = change.of(before);
            if (Objects.equals(before, after)) {
                return after;
            }
            Result result = ask(new ChangeOne(name, before, after, replica.version()));
            if (result.done()) {
                errands.everywhere(new Errand.Tell(part, name, after, result.version()));
                return after;
            }
            if (result.version() < replica.version()) {
                reload();
            } else {
                before = (V) result.now();
            }
        }
    }

    @Override
    public void replaceAll(Map<String, V> values) {
        Result result = ask(new ReplaceAll(values, replica.version()));
        while (!result.done()) {
            reload();
            result = ask(new ReplaceAll(values, replica.version()));
        }
        errands.everywhere(new Errand.TellAll(part, values, result.version()));
    }

    /** Brings what this member knows up to date; and if the part was lost with those who kept it, brings it back. */
    void reload() {
        Result result = ask(new TakeAll());
        if (result.version() < replica.version()) {
            ask(new Restore(replica.all(), replica.version()));
            result = ask(new TakeAll());
        }
        Map<String, ?> all = result.all();
        replica.tellAll(all == null ? Collections.emptyMap() : all, result.version());
    }

    /** Asks again while nobody knows whether it was done: a part compares before it changes, so nothing is done twice. */
    private Result ask(PartCall call) {
        long end = errands.here().nanoTime() + Engine.PATIENCE_NANOS;
        boolean asked = false;
        while (true) {
            try {
                Result result = (Result) Objects.requireNonNull(
                        parts.executeOnKey(part, new PartProcess(call)).content());
                return asked ? result.afterAll(call) : result;
            } catch (IndeterminateOperationStateException | OperationTimeoutException unknown) {
                if (errands.here().nanoTime() - end > 0) {
                    throw unreachable(unknown);
                }
                asked = true;
            } catch (RuntimeException failed) {
                throw unreachable(failed);
            }
        }
    }

    private UnavailableException unreachable(RuntimeException failed) {
        return new UnavailableException("a part of the stub cannot be reached: " + part, failed);
    }
}
