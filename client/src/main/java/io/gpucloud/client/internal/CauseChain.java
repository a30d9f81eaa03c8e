package io.gpucloud.client.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failure and its causes. */
final class CauseChain {

    /** Causes may form a ring. */
    private static final int LONGEST = 20;

    private CauseChain() {}

    /** The failure, its cause, and so on; empty without a failure. */
    static List<Throwable> of(@Nullable Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null && chain.size() < LONGEST; cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }
}
