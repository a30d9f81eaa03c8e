package io.gpucloud.client.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failure and its causes. */
final class CauseChain {

    /** Causes may form a ring. */
    private static final int LONGEST = 20;

    private static final String NO_REASON = "no reason given";

    private CauseChain() {}

    /** The failure, its cause, and so on; empty without a failure. */
    static List<Throwable> of(@Nullable Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null && chain.size() < LONGEST; cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }

    /** The message of the innermost cause that has one. The outer ones repeat it after the names of classes. */
    static String innermostMessage(Throwable failure) {
        String reason = NO_REASON;
        for (Throwable cause : of(failure)) {
            reason = orElse(cause.getMessage(), reason);
        }
        return reason;
    }

    static String message(Throwable failure) {
        return orElse(failure.getMessage(), NO_REASON);
    }

    private static String orElse(@Nullable String message, String otherwise) {
        return message == null || message.isBlank() ? otherwise : message;
    }
}
