package io.gpucloud.stub.cluster;

import org.jspecify.annotations.Nullable;

/** Wraps a result, so that Hazelcast uses the serializer of this module for results of any type. */
record ResultEnvelope(@Nullable Object content) {}
