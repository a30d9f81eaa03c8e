package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.AssumptionCatalogue;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document agrees with the catalogue of assumptions; each planted difference is found. */
class DocumentedAssumptionsTest {

    private static final AssumptionCatalogue CATALOGUE = ApiDocuments.ASSUMPTIONS;
    private static final JsonNode DOCUMENT = ApiDocuments.OBSERVED_API.root().value();

    private static List<String> problemsAfter(Consumer<JsonNode> change) {
        JsonNode copy = DOCUMENT.deepCopy();
        change.accept(copy);
        return DocumentedAssumptions.problems(copy, CATALOGUE);
    }

    private static void set(JsonNode document, String pointer, String member, String value) {
        ((ObjectNode) document.at(pointer)).put(member, value);
    }

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

    @Test
    void anExampleWithAnotherCodeIsFound() {
        assertThat(problemsAfter(document ->
                        ((ObjectNode) document.at("/components/examples/ImageNotFound/value")).put("code", 1)))
                .anyMatch(problem -> problem.startsWith("example ImageNotFound has code 1, the catalogue has -1"));
    }

    @Test
    void aTextWithAnotherCodeIsFound() {
        assertThat(problemsAfter(document -> set(
                        document,
                        "/paths/~1instance~1create_by_image/post",
                        "description",
                        "The assumption for an unknown image is `code` 1 (`unknown-image-code`).")))
                .containsExactly("/paths//instance/create_by_image/post: `code` 1 (`unknown-image-code`), "
                        + "but unknown-image-code has code -1");
    }

    @Test
    void aTextWithACodeAndNoAssumptionIsFound() {
        assertThat(problemsAfter(document -> set(
                        document,
                        "/paths/~1instance~1create_by_image/post",
                        "description",
                        "What an unknown image does is not shown; the assumption is `code` 1 for it.")))
                .singleElement()
                .asString()
                .contains("no assumption is named after `code` 1");
    }

    @Test
    void anUnknownNameIsFound() {
        assertThat(problemsAfter(document -> ((ObjectNode) document.at("/components/schemas/ChargingType"))
                        .putObject("x-unspecified")
                        .put("charging-types", "values")))
                .containsExactly("/components/schemas/ChargingType: there is no assumption charging-types");
    }

    @Test
    void anExampleThatTheCatalogueDoesNotNameIsFound() {
        assertThat(problemsAfter(document -> ((ObjectNode) document.at("/components/examples"))
                        .putObject("Unmentioned")
                        .putObject("value")
                        .put("code", 1)))
                .containsExactly("the catalogue does not name the example Unmentioned");
    }
}
