package io.gpucloud.stub.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Wraps a result, so that Hazelcast uses the serializer of this module for results of any type.
 *
 * @param content the result
 */
record ResultEnvelope(@Nullable Object content) {}
