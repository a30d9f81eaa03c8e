package io.gpucloud.contract.kit.behaviour;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.TestSession;
import io.gpucloud.contract.kit.derived.BadRequestChecks;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Malformed requests derived from the OpenAPI documents, and valid requests at the bounds of their schemas. A rejected request must
 * leave the account unchanged.
 */
@KitTest
class BadRequests {

    @TestFactory
    @Tag("derived")
    Stream<DynamicNode> toTheService(TestSession session) {
        BadRequestChecks checks = new BadRequestChecks(session);
        return facts(ApiDocuments.PUBLIC_API, session, checks::ofService);
    }

    @TestFactory
    @Tag("admin")
    @Tag("changes")
    Stream<DynamicNode> toTheAdminApi(TestSession session) {
        BadRequestChecks checks = new BadRequestChecks(session);
        return facts(ApiDocuments.ADMIN_API, session, checks::ofAdminApi);
    }

    private static Stream<DynamicNode> facts(
            OpenApiDocument document, TestSession session, Function<OpenApiOperation, Map<String, Runnable>> checks) {
        return document.operations().stream()
                .filter(operation -> session.service().settings().selects(operation.id()))
                .map(operation -> dynamicContainer(
                        operation.id(),
                        checks.apply(operation).entrySet().stream()
                                .map(fact -> dynamicTest(fact.getKey(), fact.getValue()::run))));
    }
}
