package io.gpucloud.stub.auth;

import io.gpucloud.stub.auth.ApiKey.Permission;
import io.gpucloud.stub.auth.ApiKey.Status;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The keys that every stub has when it starts. They cannot be deleted. */
public final class PredefinedKeys {

    static final Map<String, ApiKey> ALL = Map.of(
            "demo-key", new ApiKey(Status.ACTIVE, Permission.FULL),
            "demo-key-poor", new ApiKey(Status.ACTIVE, Permission.FULL),
            "demo-key-read-only", new ApiKey(Status.ACTIVE, Permission.READ_ONLY),
            "demo-key-disabled", new ApiKey(Status.DISABLED, Permission.FULL),
            "demo-key-expired", new ApiKey(Status.EXPIRED, Permission.FULL));

    private PredefinedKeys() {}

    /** Returns the tokens of the predefined keys, in alphabetical order. */
    public static SortedSet<String> tokens() {
        return new TreeSet<>(ALL.keySet());
    }
}
