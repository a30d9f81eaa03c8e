package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiDocumentTest {

    private static final OpenApiDocument DOCUMENT = Contracts.of("""
            openapi: 3.1.1
            info: {title: Test, version: 1.0.0}
            servers: [{url: 'https://host/api/v1'}]
            paths:
              /things/{id}:
                get:
                  operationId: getThing
                  responses:
                    '200':
                      description: The thing.
                      content:
                        application/json: {schema: {$ref: '#/components/schemas/BigThing', description: This one.}}
                    default: {description: An error.}
              /things/all:
                get:
                  operationId: listThings
                  responses: {'200': {description: All things.}}
            components:
              schemas:
                Thing: {type: object, description: A thing., required: [name], properties: {name: {type: string}}}
                BigThing:
                  allOf: [{$ref: '#/components/schemas/Thing'}]
                  properties: {size: {type: integer, maximum: 2.50}}
            """);

    private static OpenApiOperation operation(String id) {
        return DOCUMENT.operation(id);
    }

    @Test
    void namesAnOperationThatDoesNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> operation("deleteThing"))
                .withMessage("there is no operation deleteThing in test.yaml");
    }

    @Test
    void findsTheOperationWithTheFewestPathVariables() {
        assertThat(DOCUMENT.findOperation("GET", "/api/v1/things/all")).contains(operation("listThings"));
        assertThat(DOCUMENT.findOperation("GET", "/api/v1/things/7")).contains(operation("getThing"));
        assertThat(DOCUMENT.findOperation("POST", "/api/v1/things/7")).isEmpty();
        assertThat(DOCUMENT.findOperation("GET", "/things/7")).isEmpty();
    }

    @Test
    void saysWhereItDocumentsAResponse() {
        String responses = "test.yaml#/paths/~1things~1{id}/get/responses";
        assertThat(operation("getThing").responseLocation(200)).isEqualTo(responses + "/200");
        assertThat(operation("getThing").responseLocation(500)).isEqualTo(responses + "/default");
        assertThat(operation("listThings").responseLocation(500))
                .isEqualTo("test.yaml#/paths/~1things~1all/get/responses");
    }

    @Nested
    class ASchema {

        private final OpenApiSchema schema = operation("getThing")
                .response(200)
                .orElseThrow()
                .mediaType("application/json")
                .orElseThrow()
                .schema();

        @Test
        void includesThePropertiesOfItsParts() {
            assertThat(schema.properties()).containsOnlyKeys("name", "size");
            assertThat(schema.requires("name")).isTrue();
            assertThat(schema.requires("size")).isFalse();
        }

        @Test
        void prefersAKeywordBesideTheReference() {
            assertThat(schema.text("description")).isEqualTo("This one.");
            assertThat(schema.keyword("allOf")).isPresent();
            assertThat(schema.type()).isEmpty();
        }

        @Test
        void keepsDecimalsAsTheyAreWritten() {
            OpenApiSchema size = new OpenApiSchema(schema.node().at("properties", "size"));
            assertThat(size.keyword("maximum").map(JsonNode::toString)).contains("2.50");
        }
    }
}
