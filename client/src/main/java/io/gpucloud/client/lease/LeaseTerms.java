package io.gpucloud.client.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The part of a plan that the journal keeps: the tag of the caller, the lifetime of the instance, and the pause between
 * two renewals of its timer.
 */
record LeaseTerms(
        @Nullable String tag,
        @Nullable Duration lifetime,
        @Nullable Duration renewEvery) {

    LeaseTerms(@Nullable String tag, @Nullable Duration lifetime) {
        this(tag, lifetime, null);
    }
}
