package io.gpucloud.contract.kit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.ErrorCode;
import io.gpucloud.openapi.AssumptionCatalogue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document agrees with the catalogue of assumptions. */
class DocumentedAssumptionsTest {

    private static final AssumptionCatalogue CATALOGUE = ApiDocuments.ASSUMPTIONS;
    private static final JsonNode DOCUMENT = ApiDocuments.OBSERVED_API.root().value();

    @Test
    void namesEveryAssumptionAndEveryOpenQuestion() {
        assertThat(DOCUMENT.findValues("x-unspecified").stream().flatMap(facts -> facts.propertyNames().stream()))
                .hasSameElementsAs(CATALOGUE.assumptions().map(Assumption::name).toList());
    }

    /** The examples of errors that the catalogue names, with their status and code. */
    static Stream<Arguments> errors() {
        int status = requireNonNull(
                        CATALOGUE.find("refusal-status").orElseThrow().error())
                .status();
        return Stream.concat(
                CATALOGUE.documentedCodes().stream()
                        .map(error -> arguments(error.example(), new ErrorCode(status, error.code()))),
                CATALOGUE
                        .assumptions()
                        .filter(assumption -> assumption.example() != null)
                        .map(assumption -> arguments(assumption.example(), assumption.error())));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void examplesOfErrorsHaveTheStatusAndTheCodeOfTheCatalogue(String example, ErrorCode error) {
        JsonNode code = DOCUMENT.at("/components/examples/" + example + "/value/code");
        if (error.code() != null) {
            assertThat(code.intValue()).isEqualTo(error.code());
        }
        Set<String> statuses = statusesOf(example);
        if (!statuses.isEmpty()) {
            assertThat(statuses).contains(String.valueOf(error.status()));
        }
    }

    @Test
    void theCatalogueNamesEveryExampleOfAnError() {
        List<String> named = errors().map(error -> (String) error.get()[0]).toList();
        assertThat(DOCUMENT.at("/components/examples").properties())
                .filteredOn(example -> example.getValue().at("/value/code").asInt(0) != 0)
                .allMatch(example -> named.contains(example.getKey()));
    }

    /** The statuses whose responses show an example, without {@code default}. */
    private static Set<String> statusesOf(String example) {
        return ApiDocuments.OBSERVED_API.operations().stream()
                .flatMap(operation -> operation.responses().entrySet().stream())
                .filter(response -> response.getValue().mediaType("application/json").stream()
                        .flatMap(json -> json.examples().stream())
                        .anyMatch(shown -> shown.pointer().endsWith("/" + example)))
                .map(Map.Entry::getKey)
                .filter(status -> !status.equals("default"))
                .collect(Collectors.toSet());
    }
}
