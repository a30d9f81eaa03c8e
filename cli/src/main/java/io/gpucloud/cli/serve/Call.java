package io.gpucloud.cli.serve;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A request that a thread carries out. */
final class Call {

    private static final ThreadLocal<Call> CURRENT = new ThreadLocal<>();

    private final JsonNode id;
    private final CompletableFuture<Void> stop = new CompletableFuture<>();
    private volatile @Nullable String instanceUuid;

    Call(JsonNode id) {
        this.id = id;
    }

    JsonNode id() {
        return id;
    }

    /** The call of this thread, or null. */
    static @Nullable Call current() {
        return CURRENT.get();
    }

    void run(Runnable work) {
        CURRENT.set(this);
        try {
            work.run();
        } finally {
            CURRENT.remove();
        }
    }

    /** Completes when the client cancels the call. */
    CompletableFuture<Void> stop() {
        return stop;
    }

    /** An event of the call names its instance. */
    void has(@Nullable String uuid) {
        if (uuid != null) {
            instanceUuid = uuid;
        }
    }

    @Nullable
    String instanceUuid() {
        return instanceUuid;
    }
}
