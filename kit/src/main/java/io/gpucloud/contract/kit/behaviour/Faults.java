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
import java.util.List;
import java.util.Map;
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

    /** Calls an operation after a fault was set. */
    private record CallWithFault(ServiceClient service, AdminApi adminApi, OpenApiOperation operation) {

        ServiceResponse with(Map<String, Object> fault) {
            adminApi.fault(operation.id(), fault);
            return service.send(service.prepare(operation.id(), WellFormedRequests.minimal(operation)));
        }
    }

    private static Stream<DynamicTest> facts(OpenApiOperation operation, CallWithFault call) {
        Stream<DynamicTest> always = Stream.of(
                dynamicTest(
                        "fails with code -1",
                        () -> call.with(Map.of("code", -1)).failsWith(-1, FAULT)),
                dynamicTest(
                        "fails with code 1", () -> call.with(Map.of("code", 1)).failsWith(1, FAULT)),
                dynamicTest(
                        "fails with code -2",
                        () -> call.with(Map.of("code", -2)).failsWith(-2, FAULT)),
                dynamicTest(
                        "rejects parameters in the alternative format",
                        () -> call.with(Map.of("status", 400)).rejectsParameter(null, FAULT)),
                dynamicTest(
                        "rejects parameters in the usual format",
                        () -> call.with(Map.of("status", 400, "code", 1)).failsWith(400, 1, FAULT)),
                dynamicTest(
                        "is not found", () -> call.with(Map.of("status", 404)).failsWith(404, 1, FAULT)),
                dynamicTest(
                        "returns 429 with Retry-After",
                        () -> call.with(Map.of("status", 429, "retry_after", 7))
                                .failsWith(429, 1, FAULT)
                                .hasHeader("retry-after", "7", Source.contract(operation.responseLocation(429)))),
                dynamicTest(
                        "fails with HTTP 500",
                        () -> call.with(Map.of("status", 500)).failsWith(500, -2, FAULT)));
        return operation.isPublic()
                ? always
                : Stream.concat(
                        always,
                        List.of(
                                dynamicTest(
                                        "is forbidden",
                                        () -> call.with(Map.of("status", 403)).failsWith(403, 1, FAULT)),
                                dynamicTest(
                                        "rejects the key",
                                        () -> call.with(Map.of("status", 401))
                                                .failsWith(401, 2, FAULT)
                                                .hasHeader(
                                                        "www-authenticate",
                                                        "Bearer",
                                                        Source.contract(operation.responseLocation(401)))))
                                .stream());
    }
}
