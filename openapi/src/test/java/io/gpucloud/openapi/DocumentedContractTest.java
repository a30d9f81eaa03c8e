package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The contract without anything that this project adds to the documentation of the service. */
class DocumentedContractTest {

    private static final OpenApiDocument CONTRACT = Contracts.read(Path.of("gpu-cloud-v2.yaml"));
    private static final ObjectNode DOCUMENTED = DocumentedContract.of(Contracts.json(CONTRACT));

    @ParameterizedTest
    @ValueSource(strings = {"x-unspecified", "x-assumed", "x-codeSamples", "\"x-", "not shown", "assum"})
    void doesNotContainTheWordsOfThisProject(String words) {
        assertThat(DOCUMENTED.toString()).doesNotContainIgnoringCase(words);
    }

    @Test
    void hasAllOperationsAndTheMembersOfAllRecords() {
        assertThat(DOCUMENTED.findValuesAsString("operationId"))
                .isEqualTo(Contracts.json(CONTRACT).findValuesAsString("operationId"));
        assertThat(DOCUMENTED.at("/components/schemas/Instance/properties").propertyNames())
                .containsExactlyElementsOf(CONTRACT.root()
                        .at("components", "schemas", "Instance", "properties")
                        .children()
                        .keySet());
    }

    @Test
    void keepsDocumentedLimitsOnly() {
        assertThat(DOCUMENTED.at("/components/parameters/Page/schema").propertyNames())
                .containsExactly("type", "format", "minimum");
        assertThat(DOCUMENTED
                        .at("/components/schemas/TitleUpdate/properties/title/maxLength")
                        .asInt())
                .isEqualTo(50);
        assertThat(DOCUMENTED
                        .at("/components/schemas/TitleUpdate/properties/instance_uuid")
                        .propertyNames())
                .doesNotContain("minLength");
    }

    @Test
    void hasNoRequestForAnOperationThatIsOnlyNamed() {
        assertThat(DOCUMENTED.at("/paths/~1instance~1startup/post").has("requestBody"))
                .isFalse();
    }

    @Test
    void refersToNothingThatIsMissing() {
        assertThat(DOCUMENTED.findValuesAsString("$ref"))
                .allMatch(reference -> DOCUMENTED.at(reference.substring(1)).isObject());
    }
}
