package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.openapi.Finding.Where;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** Every example of every contract matches its schema and has no undeclared member. */
class ExamplesTest {

    private static final List<Example> EXAMPLES = Example.all();

    static List<OpenApiDocument> contracts() {
        return Contracts.all();
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void fitTheirSchemas(OpenApiDocument contract) {
        List<Example> examples = EXAMPLES.stream()
                .filter(example -> example.contract().file().equals(contract.file()))
                .toList();
        OpenApiDocument using = using(contract, examples);
        Schemas schemas = Schemas.ofResponses(using, Strictness.STRICT);
        for (int index = 0; index < examples.size(); index++) {
            DocumentNode use = using.root().at("uses", Integer.toString(index), "schema");
            assertThat(schemas.findings(
                            new OpenApiSchema(use), examples.get(index).value(), Where.RESPONSE_BODY, ""))
                    .as(examples.get(index).toString())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void areAllUsed(OpenApiDocument contract) {
        Set<String> used = new HashSet<>();
        EXAMPLES.forEach(
                example -> used.add(example.contract().file() + example.node().pointer()));
        assertThat(contract.root().at("components", "examples").children().values())
                .allMatch(example ->
                        used.contains(contract.file() + example.at("value").pointer()));
    }

    @Test
    void areMoreThanAMinimum() {
        assertThat(EXAMPLES).hasSizeGreaterThan(150);
    }

    /**
     * The contract and, for each example, one use of its schema, because strictness depends on the place where a schema
     * is used.
     */
    private static OpenApiDocument using(OpenApiDocument contract, List<Example> examples) {
        ObjectNode document = Contracts.json(contract).deepCopy();
        examples.forEach(example -> document.withArrayProperty("uses")
                .addObject()
                .putObject("schema")
                .put("$ref", "#" + example.schema().pointer()));
        return OpenApiDocument.of(contract.file(), document);
    }
}
