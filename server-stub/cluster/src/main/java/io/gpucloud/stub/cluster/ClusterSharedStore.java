package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.cluster.SharedStateCommand.ChangeOne;
import io.gpucloud.stub.cluster.SharedStateCommand.ReplaceAll;
import io.gpucloud.stub.cluster.SharedStateCommand.RestoreLost;
import io.gpucloud.stub.cluster.SharedStateCommand.Result;
import io.gpucloud.stub.cluster.SharedStateCommand.Settle;
import io.gpucloud.stub.cluster.SharedStateCommand.TakeAll;
import io.gpucloud.stub.store.SharedStore;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shared values of the cluster. One member owns a part, and every member has a copy, so reading needs no message. A change is made by the
 * owner if the value is still the expected one, otherwise it is computed again from the present value. It returns when every member has
 * received it and these are a majority.
 */
final class ClusterSharedStore<V> implements SharedStore<V> {

    private static final long RETRY_MILLIS = 50;

    private final String part;
    private final SharedStateReplica replica;
    private final IMap<String, SharedStatePart> parts;
    private final Members members;
    private final MemberTasks tasks;
    private final boolean onlyWithQuorum;

    /**
     * A part of the shared state.
     *
     * @param onlyWithQuorum whether only a member with a quorum may read it
     */
    ClusterSharedStore(String part, Members members, IMap<String, SharedStatePart> parts, boolean onlyWithQuorum) {
        this.part = part;
        this.parts = parts;
        this.onlyWithQuorum = onlyWithQuorum;
        replica = members.localMember().replica(part);
        this.members = members;
        tasks = members.tasks();
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable V get(String name) {
        if (onlyWithQuorum) {
            members.awaitQuorum();
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
                members.awaitQuorum();
                return after;
            }
            // Another member may have made the same change and failed to publish it.
            ChangeOne one = new ChangeOne(name, before, after, replica.version());
            Result result = ask(Objects.equals(before, after) ? new Settle(one) : one);
            if (result.done()) {
                publish(new MemberTask.ChangeValue(part, name, after, result.version()));
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
        publish(new MemberTask.ReplaceValues(part, values, result.version()));
    }

    /**
     * Publishes a change, which is acknowledged only when a majority has received it. The owner may have no backup while members have left,
     * and the members that left may be the majority.
     */
    private void publish(MemberTask news) {
        if (tasks.runOnAll(news) < members.majority()) {
            throw new StateUnavailableException("no majority has received a change of the shared state: " + part, null);
        }
    }

    /** Updates the copy of this member. If the part was lost with its owner, restores it from this copy. */
    void reload() {
        Result result = ask(new TakeAll());
        boolean restored = false;
        if (result.version() < replica.version()) {
            restored = ask(new RestoreLost(replica.all(), replica.version())).done();
            result = ask(new TakeAll());
        }
        Map<String, ?> all = result.all() == null ? Collections.emptyMap() : result.all();
        replica.replaceAll(all, result.version());
        if (restored) {
            // Other members may have read the part before it was restored.
            tasks.startOnOthers(new MemberTask.ReplaceValues(part, all, result.version()));
        }
    }

    /**
     * Sends a command and repeats it while its outcome is unknown, which is safe because a part compares before it changes. If another member
     * has changed the value in the meantime, the outcome stays unknown: a repetition could make the change twice.
     */
    private Result ask(SharedStateCommand command) {
        long end = tasks.localMember().nanoTime() + HazelcastConfig.RESPONSE_NANOS;
        SharedStateCommand asked = command;
        while (true) {
            @Nullable RuntimeException unknown = null;
            try {
                SharedStateProcessor process = new SharedStateProcessor(asked, tasks.localMember());
                @Nullable Object result = parts.executeOnKey(part, process).content();
                if (result != null) {
                    return known(asked, command, (Result) result);
                }
            } catch (IndeterminateOperationStateException | OperationTimeoutException unknownOutcome) {
                unknown = unknownOutcome;
                asked = command instanceof ChangeOne change ? new Settle(change) : command;
            } catch (RuntimeException failed) {
                throw unreachable(failed);
            }
            if (tasks.localMember().nanoTime() - end > 0) {
                throw unreachable(unknown);
            }
            members.scheduler().pause(RETRY_MILLIS);
        }
    }

    private Result known(SharedStateCommand asked, SharedStateCommand command, Result result) {
        if (command instanceof ChangeOne && asked instanceof Settle unknown && unknown.leavesOpen(result)) {
            throw unreachable(null);
        }
        return result;
    }

    private StateUnavailableException unreachable(@Nullable RuntimeException failed) {
        return new StateUnavailableException("shared state is not available: " + part, failed);
    }
}
