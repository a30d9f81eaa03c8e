package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.AssumptionCatalogue;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document agrees with the catalogue of assumptions. */
class DocumentedAssumptionsTest {

    private static final AssumptionCatalogue CATALOGUE = ApiDocuments.ASSUMPTIONS;
    private static final JsonNode DOCUMENT = ApiDocuments.OBSERVED_API.root().value();

    @Test
    void agreesWithTheCatalogue() {
        assertThat(DocumentedAssumptions.problems(DOCUMENT, CATALOGUE)).isEmpty();
    }

    @Test
    void namesEveryAssumptionAndEveryOpenQuestion() {
        assertThat(DocumentedAssumptions.names(DOCUMENT))
                .containsExactlyInAnyOrderElementsOf(
                        CATALOGUE.assumptions().map(Assumption::name).toList());
    }
}
