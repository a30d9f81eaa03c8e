package io.gpucloud.client.internal;

import org.jspecify.annotations.Nullable;

/** The reasons that the network and TLS give for a failure, in words. */
final class CauseMessages {

    /** The number of causes to examine, because causes may form a ring. */
    private static final int MAX_CAUSES = 20;

    private CauseMessages() {}

    /** The reason of the innermost cause that gives one. The outer ones repeat it after the names of classes. */
    static String innermost(Throwable failure) {
        String reason = "no reason given";
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            reason = orElse(cause.getMessage(), reason);
            cause = cause.getCause();
        }
        return reason;
    }

    /** The reason of a failure itself. */
    static String of(Throwable failure) {
        return orElse(failure.getMessage(), "no reason given");
    }

    private static String orElse(@Nullable String reason, String otherwise) {
        return reason == null || reason.isBlank() ? otherwise : reason;
    }
}
