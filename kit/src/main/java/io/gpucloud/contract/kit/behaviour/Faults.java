package io.gpucloud.contract.kit.behaviour;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.derived.WellFormedRequests;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Documented responses that occur only on failures. A stub returns them when a fault is set. */
@KitTest
@Tag("admin")
class Faults {

    private static final Source FAULT = Source.contract("stub-admin-v1.yaml#/components/schemas/FaultCreation");

    @TestFactory
    Stream<DynamicNode> ofEveryOperation(ServiceClient service, AdminApi adminApi) {
        return ApiDocuments.PUBLIC_API.operations().stream()
                .filter(operation -> service.settings().selects(operation.id()))
                .map(operation -> dynamicContainer(
                        operation.id(), facts(operation, new CallWithFault(service, adminApi, operation))));
    }

    /** Tests that call an operation after a fault was set. */
    private record CallWithFault(ServiceClient service, AdminApi adminApi, OpenApiOperation operation) {

        DynamicTest test(String fact, Map<String, Object> fault, Consumer<ServiceResponse> check) {
            return dynamicTest(fact, () -> {
                adminApi.fault(operation.id(), fault);
                check.accept(service.send(service.prepare(operation.id(), WellFormedRequests.minimal(operation))));
            });
        }
    }

    private static Stream<DynamicTest> facts(OpenApiOperation operation, CallWithFault call) {
        Stream<DynamicTest> always = Stream.of(
                call.test("fails with code -1", Map.of("code", -1), got -> got.failsWith(-1, FAULT)),
                call.test("fails with code 1", Map.of("code", 1), got -> got.failsWith(1, FAULT)),
                call.test("fails with code -2", Map.of("code", -2), got -> got.failsWith(-2, FAULT)),
                call.test(
                        "rejects parameters in the alternative format",
                        Map.of("status", 400),
                        got -> got.rejectsParameter(null, FAULT)),
                call.test(
                        "rejects parameters in the usual format",
                        Map.of("status", 400, "code", 1),
                        got -> got.failsWith(400, 1, FAULT)),
                call.test("is not found", Map.of("status", 404), got -> got.failsWith(404, 1, FAULT)),
                call.test(
                        "returns 429 with Retry-After",
                        Map.of("status", 429, "retry_after", 7),
                        got -> got.failsWith(429, 1, FAULT).hasHeader("retry-after", "7", response(operation, 429))),
                call.test("fails with HTTP 500", Map.of("status", 500), got -> got.failsWith(500, -2, FAULT)));
        Stream<DynamicTest> ofKeys = Stream.of(
                call.test("is forbidden", Map.of("status", 403), got -> got.failsWith(403, 1, FAULT)),
                call.test(
                        "rejects the key",
                        Map.of("status", 401),
                        got -> got.failsWith(401, 2, FAULT)
                                .hasHeader("www-authenticate", "Bearer", response(operation, 401))));
        return operation.isPublic() ? always : Stream.concat(always, ofKeys);
    }

    private static Source response(OpenApiOperation operation, int status) {
        return Source.contract(operation.responseLocation(status));
    }
}
