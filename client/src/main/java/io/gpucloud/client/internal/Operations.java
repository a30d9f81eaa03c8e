package io.gpucloud.client.internal;

import io.gpucloud.client.api.ApiOperation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds operations by the name of their method on the generated interfaces. */
final class Operations {

    private static final Map<String, ApiOperation> BY_ID = Arrays.stream(ApiOperation.values())
            .collect(Collectors.toUnmodifiableMap(ApiOperation::id, Function.identity()));

    private Operations() {}

    static ApiOperation of(Method method) {
        ApiOperation operation = BY_ID.get(method.getName());
        if (operation == null) {
            throw new IllegalArgumentException("no operation of the contract: " + method.getName());
        }
        return operation;
    }
}
