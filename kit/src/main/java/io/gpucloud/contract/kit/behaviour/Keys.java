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
import java.util.function.Consumer;
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

    /** Tests that call an operation with a key that was changed before. */
    private record CallWithChangedKey(ServiceClient service, AdminApi adminApi, OpenApiOperation operation) {

        DynamicTest test(String fact, String member, String value, Consumer<ServiceResponse> check) {
            return dynamicTest(fact, () -> {
                adminApi.call("setKey", Map.of("api_key", adminApi.key(), member, value));
                ServiceResponse response =
                        service.send(service.prepare(operation.id(), WellFormedRequests.minimal(operation)));
                adminApi.call("setKey", Map.of("api_key", adminApi.key(), "status", "active", "permission", "full"));
                check.accept(response);
            });
        }
    }

    private static Stream<DynamicTest> facts(OpenApiOperation operation, CallWithChangedKey call) {
        boolean reads = operation.method().equals("GET");
        String ofReadOnlyKey = (reads ? "accepts" : "forbids") + " a read-only key";
        Consumer<ServiceResponse> check = reads ? ServiceResponse::succeeds : got -> got.failsWith("forbidden-code");
        return Stream.of(
                call.test(ofReadOnlyKey, "permission", "read_only", check),
                call.test("rejects a disabled key", "status", "disabled", got -> got.failsWith("unauthorized-code")),
                call.test("rejects an expired key", "status", "expired", got -> got.failsWith("unauthorized-code")));
    }
}
