package io.gpucloud.stub.cluster;

import io.gpucloud.stub.cluster.SharedStateCommand.ChangeOne;
import io.gpucloud.stub.cluster.SharedStateCommand.Result;
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

    long version() {
        return version;
    }

    /** Reads all values. */
    Result all() {
        return new Result(true, version, null, Map.copyOf(values));
    }

    /** Makes a change if the value still has the expected value. */
    Result change(ChangeOne change) {
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

    /** Makes a change unless it was made already. */
    Result settle(ChangeOne change) {
        @Nullable Object now = values.get(change.name());
        boolean made = change.atLeast() <= version && Objects.equals(now, change.after());
        return made ? new Result(true, version, now, null) : change(change);
    }

    Result replace(Map<String, ?> all, long next) {
        values.clear();
        values.putAll(all);
        version = next;
        return new Result(true, version, null, null);
    }

    /** The result of a command for which this part is too old, or too new. */
    Result behind() {
        return new Result(false, version, null, null);
    }
}
