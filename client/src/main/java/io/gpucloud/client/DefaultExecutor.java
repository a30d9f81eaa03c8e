package io.gpucloud.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Where asynchronous waits do blocking work by default: on virtual threads if the JDK has them. */
final class DefaultExecutor {

    static final Executor INSTANCE = create();

    private DefaultExecutor() {}

    private static Executor create() {
        try {
            // Java 21 and later; the client is compiled for Java 17.
            return (Executor)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException older) {
            return new CompletableFuture<Void>().defaultExecutor();
        }
    }
}
