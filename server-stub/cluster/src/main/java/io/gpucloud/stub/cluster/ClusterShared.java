package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.UnavailableException;
import io.gpucloud.stub.cluster.PartCall.ChangeOne;
import io.gpucloud.stub.cluster.PartCall.ReplaceAll;
import io.gpucloud.stub.cluster.PartCall.Restore;
import io.gpucloud.stub.cluster.PartCall.Result;
import io.gpucloud.stub.cluster.PartCall.Settle;
import io.gpucloud.stub.cluster.PartCall.TakeAll;
import io.gpucloud.stub.store.SharedStore;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shared values that are kept once in the cluster and known to every member: reading asks nobody, and a change returns when
 * every member has been told of it, and they are a majority. A change is made where the part is kept, if the value is still
 * what the change was made of; otherwise it is made anew.
 *
 * @param <V> what is kept
 */
final class ClusterShared<V> implements SharedStore<V> {

    private static final long AGAIN_MILLIS = 50;

    private final String part;
    private final Replica replica;
    private final IMap<String, PartCell> parts;
    private final Members members;
    private final Errands errands;
    private final boolean onlyWhenSure;

    /**
     * A part of the stub.
     *
     * @param parts where the members keep all of them
     * @param onlyWhenSure whether it is read only while this member is sure of itself
     */
    ClusterShared(String part, Members members, IMap<String, PartCell> parts, boolean onlyWhenSure) {
        this.part = part;
        this.parts = parts;
        this.onlyWhenSure = onlyWhenSure;
        replica = members.here().replica(part);
        this.members = members;
        errands = members.errands();
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V get(String name) {
        if (onlyWhenSure) {
            members.awaitSure();
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
    public @Nullable V change(String name, SharedStore.Change<V> change) {
        @Nullable V before = (V) replica.get(name);
        boolean known = true;
        while (true) {
            @Nullable V after = change.of(before);
            if (known && Objects.equals(before, after)) {
                members.awaitSure();
                return after;
            }
            // What is as it should be where it is kept may have been made by somebody who could not tell of it.
            ChangeOne one = new ChangeOne(name, before, after, replica.version());
            Result result = ask(Objects.equals(before, after) ? new Settle(one) : one);
            if (result.done()) {
                tell(new Errand.Tell(part, name, after, result.version()));
                return after;
            }
            if (result.version() < replica.version()) {
                reload();
            } else {
                before = (V) result.now();
                known = false;
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
        tell(new Errand.TellAll(part, values, result.version()));
    }

    /**
     * A change is acknowledged once a majority knows it. Where it is kept a copy may be missing, if members have left; and
     * those who left may be the majority, and go on without this one.
     */
    private void tell(Errand news) {
        if (errands.everywhere(news) < members.majority()) {
            throw new UnavailableException("no majority has been told of a change: " + part, null);
        }
    }

    /** Brings what this member knows up to date; and if the part was lost with those who kept it, brings it back. */
    void reload() {
        Result result = ask(new TakeAll());
        boolean restored = false;
        if (result.version() < replica.version()) {
            restored = ask(new Restore(replica.all(), replica.version())).done();
            result = ask(new TakeAll());
        }
        Map<String, ?> all = result.all() == null ? Collections.emptyMap() : result.all();
        replica.tellAll(all, result.version());
        if (restored) {
            // Others may have taken before what was there.
            errands.elsewhereLater(new Errand.TellAll(part, all, result.version()));
        }
    }

    /**
     * Asks again while nobody knows whether it was done: a part compares before it changes. If others have changed the value
     * since, nobody can know it any more; and made anew it could be made twice.
     */
    private Result ask(PartCall call) {
        long end = errands.here().nanoTime() + Engine.PATIENCE_NANOS;
        PartCall asked = call;
        while (true) {
            @Nullable RuntimeException unknown = null;
            try {
                PartProcess process = new PartProcess(asked, errands.here());
                @Nullable Object result = parts.executeOnKey(part, process).content();
                if (result != null) {
                    return known(asked, call, (Result) result);
                }
            } catch (IndeterminateOperationStateException | OperationTimeoutException nobodyKnows) {
                unknown = nobodyKnows;
                asked = call instanceof ChangeOne change ? new Settle(change) : call;
            } catch (RuntimeException failed) {
                throw unreachable(failed);
            }
            if (errands.here().nanoTime() - end > 0) {
                throw unreachable(unknown);
            }
            members.waits().pause(AGAIN_MILLIS);
        }
    }

    private Result known(PartCall asked, PartCall call, Result result) {
        if (call instanceof ChangeOne && asked instanceof Settle unknown && unknown.leavesOpen(result)) {
            throw unreachable(null);
        }
        return result;
    }

    private UnavailableException unreachable(@Nullable RuntimeException failed) {
        return new UnavailableException("a part of the stub cannot be reached: " + part, failed);
    }
}
