package io.gpucloud.stub.cluster;

import io.gpucloud.stub.cluster.SharedStateCommand.ChangeOne;
import io.gpucloud.stub.cluster.SharedStateCommand.Equal;
import io.gpucloud.stub.cluster.SharedStateCommand.ReplaceAll;
import io.gpucloud.stub.cluster.SharedStateCommand.RestoreLost;
import io.gpucloud.stub.cluster.SharedStateCommand.Result;
import io.gpucloud.stub.cluster.SharedStateCommand.Settle;
import io.gpucloud.stub.cluster.SharedStateCommand.TakeAll;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A part of the shared state on the member that owns it, or its backup. Hazelcast lets one thread at a time use it. */
final class SharedStatePart {

    private final Map<String, Object> values;
    private long version;

    SharedStatePart(Image image) {
        values = new HashMap<>(image.values);
        version = image.version;
    }

    static SharedStatePart empty() {
        return new SharedStatePart(new Image(Map.of(), 0));
    }

    /** A serialized part. */
    record Image(Map<String, ?> values, long version) {}

    Image image() {
        return new Image(Map.copyOf(values), version);
    }

    /** Applies a command. The result depends only on the part and the command, so a backup stays equal. */
    Result perform(SharedStateCommand command) {
        if (command instanceof TakeAll) {
            return new Result(true, version, null, Map.copyOf(values));
        } else if (command instanceof ChangeOne change) {
            return change(change);
        } else if (command instanceof Settle unknown) {
            return settle(unknown.change());
        } else if (command instanceof ReplaceAll all) {
            return all.atLeast() > version ? behind() : replaced(all.values(), version + 1);
        } else if (command instanceof RestoreLost lost) {
            return lost.version() <= version ? behind() : replaced(lost.values(), lost.version() + 1);
        } else if (command instanceof Equal equal) {
            return replaced(equal.image().values(), equal.image().version());
        }
        throw new IllegalArgumentException("unknown command for a part: " + command);
    }

    private Result change(ChangeOne change) {
        @Nullable Object now = values.get(change.name());
        if (change.atLeast() > version || !Objects.equals(now, change.before())) {
            return new Result(false, version, now, null);
        }
        version++;
        if (change.after() == null) {
            values.remove(change.name());
        } else {
            values.put(change.name(), change.after());
        }
        return new Result(true, version, change.after(), null);
    }

    private Result settle(ChangeOne change) {
        @Nullable Object now = values.get(change.name());
        boolean made = change.atLeast() <= version && Objects.equals(now, change.after());
        return made ? new Result(true, version, now, null) : change(change);
    }

    private Result replaced(Map<String, ?> all, long next) {
        values.clear();
        values.putAll(all);
        version = next;
        return new Result(true, version, null, null);
    }

    private Result behind() {
        return new Result(false, version, null, null);
    }
}
