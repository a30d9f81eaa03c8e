package io.gpucloud.client.internal;

import static io.gpucloud.client.api.ApiOperation.SET_SHUTDOWN_TIMER;
import static io.gpucloud.client.api.ApiOperation.UPDATE_INSTANCE_TITLE;

import feign.MethodMetadata;
import io.gpucloud.client.api.ApiOperation;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Facts about operations that the contract does not state. */
final class Operations {

    private static final Map<String, ApiOperation> BY_ID = Arrays.stream(ApiOperation.values())
            .collect(Collectors.toUnmodifiableMap(ApiOperation::id, Function.identity()));

    private Operations() {}

    /** The operation of a method of a generated interface; both have the same name. */
    static ApiOperation of(MethodMetadata method) {
        return Objects.requireNonNull(BY_ID.get(method.method().getName()));
    }

    static boolean onlyReads(ApiOperation operation) {
        return operation.method().equals("GET");
    }

    /** Returns whether the operation is idempotent. An operation that is not listed counts as unsafe. */
    static boolean safeToRepeat(ApiOperation operation) {
        return onlyReads(operation) || operation == SET_SHUTDOWN_TIMER || operation == UPDATE_INSTANCE_TITLE;
    }
}
