package io.gpucloud.stub.journal;

import org.jspecify.annotations.Nullable;

/**
 * The body of a request or a response in the journal.
 *
 * @param text the body or its start, or null if there is none or if it was not kept
 */
public record JournaledBody(@Nullable String text, boolean truncated) {
    /** There is no body. */
    public static final JournaledBody NONE = new JournaledBody(null, false);

    /** There is a body, but it was not kept. */
    public static final JournaledBody NOT_KEPT = new JournaledBody(null, true);
}
