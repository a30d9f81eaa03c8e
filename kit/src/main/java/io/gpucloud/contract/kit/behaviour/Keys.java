package io.gpucloud.contract.kit.behaviour;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.derived.WellFormedRequests;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Calls with a key that is disabled, expired or read-only. */
@KitTest
@Tag("admin")
@Tag("errors")
@Tag("permission-scopes")
@Tag("forbidden-code")
@Tag("unauthorized-code")
class Keys {

    @TestFactory
    Stream<DynamicNode> ofEveryOperation(ServiceClient service, AdminApi adminApi) {
        return ApiDocuments.PUBLIC_API.operations().stream()
                .filter(operation -> service.settings().selects(operation.id()) && !operation.isPublic())
                .map(operation -> dynamicContainer(
                        operation.id(), facts(operation, new CallWithChangedKey(service, adminApi, operation))));
    }

    /** Calls an operation with a key that was changed before. */
    private record CallWithChangedKey(ServiceClient service, AdminApi adminApi, OpenApiOperation operation) {

        ServiceResponse with(String member, String value) {
            adminApi.call("setKey", Map.of("api_key", adminApi.key(), member, value));
            ServiceResponse response =
                    service.send(service.prepare(operation.id(), WellFormedRequests.minimal(operation)));
            adminApi.call("setKey", Map.of("api_key", adminApi.key(), "status", "active", "permission", "full"));
            return response;
        }
    }

    private static Stream<DynamicTest> facts(OpenApiOperation operation, CallWithChangedKey call) {
        DynamicTest reads = operation.method().equals("GET")
                ? dynamicTest(
                        "accepts a read-only key",
                        () -> call.with("permission", "read_only").succeeds())
                : dynamicTest(
                        "forbids a read-only key",
                        () -> call.with("permission", "read_only").failsWith("forbidden-code"));
        return Stream.of(
                reads,
                dynamicTest(
                        "rejects a disabled key",
                        () -> call.with("status", "disabled").failsWith("unauthorized-code")),
                dynamicTest(
                        "rejects an expired key",
                        () -> call.with("status", "expired").failsWith("unauthorized-code")));
    }
}
