package io.gpucloud.client.internal;

import org.jspecify.annotations.Nullable;

/** The reasons that the network and TLS give for a failure, in words. */
final class CauseMessages {

    private CauseMessages() {}

    /** The reason of the innermost cause that gives one. The outer ones repeat it after the names of classes. */
    static String innermost(Throwable failure) {
        String reason = "no reason given";
        for (Throwable cause : CauseChain.of(failure)) {
            reason = orElse(cause.getMessage(), reason);
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
