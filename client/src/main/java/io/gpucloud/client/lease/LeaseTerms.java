package io.gpucloud.client.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The part of a plan that the journal keeps: the tag of the caller, and the lifetime of the instance. */
record LeaseTerms(@Nullable String tag, @Nullable Duration lifetime) {}
