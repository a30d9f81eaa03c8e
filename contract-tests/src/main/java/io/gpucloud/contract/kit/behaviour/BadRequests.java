package io.gpucloud.contract.kit.behaviour;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.contract.kit.TestSession;
import io.gpucloud.contract.kit.Variants;
import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Requests that the contracts refuse, derived from their schemas; and the good ones at their bounds. What is refused must
 * leave the account as it was.
 */
@Behaviour
class BadRequests {

    @TestFactory
    Stream<DynamicNode> toTheService(TestSession session, Settings settings) {
        Variants variants = new Variants(session);
        return facts(ApiDocuments.PUBLIC_API, settings, variants::ofService);
    }

    @TestFactory
    @Tag("admin")
    @Tag("changes")
    Stream<DynamicNode> toTheAdministration(TestSession session, Settings settings) {
        Variants variants = new Variants(session);
        return facts(ApiDocuments.ADMIN_API, settings, variants::ofAdministration);
    }

    private static Stream<DynamicNode> facts(
            OpenApiDocument document, Settings settings, Function<OpenApiOperation, Map<String, Runnable>> variants) {
        return document.operations().stream()
                .filter(operation -> settings.looksAt(operation.id()))
                .map(operation -> dynamicContainer(
                        operation.id(),
                        variants.apply(operation).entrySet().stream()
                                .map(fact -> dynamicTest(fact.getKey(), fact.getValue()::run))));
    }
}
