package io.gpucloud.stub.fault;

import java.util.Set;

/**
 * The operations of the public API, by their operationId.
 *
 * @param all all of them
 * @param open those that need no key
 */
public record OperationIds(Set<String> all, Set<String> open) {}
