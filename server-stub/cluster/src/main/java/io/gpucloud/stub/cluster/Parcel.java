package io.gpucloud.stub.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Wraps an answer, so that the engine hands it to our own serialiser whatever it is.
 *
 * @param content the answer
 */
record Parcel(@Nullable Object content) {}
