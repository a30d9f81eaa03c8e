package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiDocumentTest {

    private static final OpenApiDocument DOCUMENT = Contracts.of("""
            openapi: 3.1.1
            info: {title: Test, version: 1.0.0}
            servers: [{url: 'https://host/api'}, {url: 'https://host/api/v1/'}]
            security: [{token: []}]
            paths:
              /things/{id}:
                parameters:
                  - $ref: '#/components/parameters/Id'
                get:
                  operationId: getThing
                  responses:
                    '200':
                      description: The thing.
                      headers: {X-Age: {required: true, schema: {type: integer}}}
                      content:
                        application/json:
                          schema: {$ref: '#/components/schemas/BigThing', description: This one.}
                          examples: {One: {$ref: '#/components/examples/One'}}
                    4XX: {$ref: '#/components/responses/Error'}
                    default: {$ref: '#/components/responses/Error'}
              /things/all:
                get:
                  operationId: listThings
                  security: []
                  responses: {'200': {description: All things.}}
                put:
                  operationId: putThings
                  requestBody: {$ref: '#/components/requestBodies/Things'}
                  responses: {'204': {description: Done.}}
            components:
              securitySchemes: {token: {type: http, scheme: bearer}}
              parameters: {Id: {name: id, in: path, required: true, schema: {type: integer}}}
              responses: {Error: {description: An error.}}
              requestBodies:
                Things:
                  required: true
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}
              examples: {One: {value: {name: one}}}
              schemas:
                Thing: {type: object, description: A thing., required: [name], properties: {name: {type: string}}}
                BigThing:
                  allOf: [{$ref: '#/components/schemas/Thing'}]
                  additionalProperties: false
                  properties: {size: {type: integer, maximum: 2.50}}
            """);

    private static OpenApiOperation operation(String id) {
        return DOCUMENT.operation(id);
    }

    @Test
    void listsItsOperationsInDocumentOrder() {
        assertThat(DOCUMENT.operations())
                .extracting(OpenApiOperation::id)
                .containsExactly("getThing", "listThings", "putThings");
        assertThat(DOCUMENT.hasOperation("getThing")).isTrue();
        assertThat(DOCUMENT.hasOperation("deleteThing")).isFalse();
    }

    @Test
    void namesAnOperationThatDoesNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> operation("deleteThing"))
                .withMessage("there is no operation deleteThing in test.yaml");
    }

    @Test
    void takesItsBasePathFromTheServerWithTheLongestPath() {
        assertThat(DOCUMENT.basePath()).isEqualTo("/api/v1");
    }

    @Test
    void findsTheOperationWithTheFewestPathVariables() {
        assertThat(DOCUMENT.findOperation("GET", "/api/v1/things/all")).contains(operation("listThings"));
        assertThat(DOCUMENT.findOperation("GET", "/api/v1/things/7")).contains(operation("getThing"));
        assertThat(DOCUMENT.findOperation("GET", "/api/things/7")).contains(operation("getThing"));
        assertThat(DOCUMENT.findOperation("POST", "/api/v1/things/7")).isEmpty();
        assertThat(DOCUMENT.findOperation("GET", "/things/7")).isEmpty();
    }

    @Nested
    class AnOperation {

        @Test
        void includesTheParametersOfItsPath() {
            assertThat(operation("getThing").parameters("path"))
                    .extracting(
                            OpenApiParameter::name,
                            OpenApiParameter::required,
                            parameter -> parameter.node().pointer())
                    .containsExactly(tuple("id", true, "/components/parameters/Id"));
            assertThat(operation("getThing").parameters("query")).isEmpty();
        }

        @Test
        void isPublicIfItsOwnSecurityIsEmpty() {
            assertThat(operation("listThings").isPublic()).isTrue();
            assertThat(operation("getThing").isPublic()).isFalse();
        }

        @Test
        void resolvesItsRequestBody() {
            assertThat(operation("getThing").requestBody()).isEmpty();
            assertThat(operation("putThings").requestBody().orElseThrow().required())
                    .isTrue();
            assertThat(operation("putThings")
                            .requestSchema()
                            .orElseThrow()
                            .items()
                            .requires("name"))
                    .isTrue();
        }

        @Test
        void findsAResponseByStatusAndByRange() {
            assertThat(operation("getThing").response(200)).isPresent();
            assertThat(operation("getThing").response(404).orElseThrow().node().pointer())
                    .isEqualTo("/components/responses/Error");
            assertThat(operation("getThing").response(500)).isEmpty();
        }

        @Test
        void saysWhereItDocumentsAResponse() {
            String responses = "test.yaml#/paths/~1things~1{id}/get/responses";
            assertThat(operation("getThing").responseLocation(200)).isEqualTo(responses + "/200");
            assertThat(operation("getThing").responseLocation(500)).isEqualTo(responses + "/default");
            assertThat(operation("listThings").responseLocation(500))
                    .isEqualTo("test.yaml#/paths/~1things~1all/get/responses");
        }
    }

    @Nested
    class AResponse {

        private final OpenApiContent response =
                operation("getThing").response(200).orElseThrow();

        @Test
        void findsAMediaTypeInAnyCaseAndWithParameters() {
            assertThat(response.mediaType("Application/JSON; charset=utf-8")).isPresent();
            assertThat(response.mediaType("text/html")).isEmpty();
        }

        @Test
        void resolvesItsExamplesAndNamesItsHeaders() {
            assertThat(response.mediaType("application/json").orElseThrow().examples())
                    .extracting(DocumentNode::location)
                    .containsExactly("test.yaml#/components/examples/One");
            assertThat(response.headers()).extracting(OpenApiParameter::name).containsExactly("X-Age");
        }
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
            assertThat(schema.isClosed()).isTrue();
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
