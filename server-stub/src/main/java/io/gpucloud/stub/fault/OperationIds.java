package io.gpucloud.stub.fault;

import java.util.Set;

/** The operations of the public API, by their operationId. */
public record OperationIds(Set<String> all, Set<String> open) {}
