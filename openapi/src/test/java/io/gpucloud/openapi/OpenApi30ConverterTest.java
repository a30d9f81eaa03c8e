package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class OpenApi30ConverterTest {

    static List<OpenApiDocument> contracts() {
        return Contracts.all();
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void isReadBySwaggerParserWithoutAMessage(OpenApiDocument contract) {
        var result = new OpenAPIV3Parser()
                .readContents(OpenApi30Converter.of(Contracts.json(contract)).toString());
        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getPaths())
                .hasSize(Contracts.json(contract).get("paths").size());
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void hasNoKeywordOfOpenApi31(OpenApiDocument contract) {
        SchemaTransformer.over(OpenApi30Converter.of(Contracts.json(contract)), (position, schema) -> {
            assertThat(schema.propertyNames())
                    .doesNotContain("allOf", "if", "then", "const", "examples", "unevaluatedProperties", "$defs");
            assertThat(schema.path("type").isArray()).isFalse();
            assertThat(schema.has("$ref") && schema.size() > 1).isFalse();
            return schema;
        });
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void hasNoSchemaThatIsNotUsed(OpenApiDocument contract) {
        ObjectNode twin = OpenApi30Converter.of(Contracts.json(contract));
        assertThat(twin.findValuesAsString("$ref"))
                .containsAll(twin.at("/components/schemas").propertyNames().stream()
                        .map(name -> "#/components/schemas/" + name)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void acceptsEveryExampleOfTheContract(OpenApiDocument contract) {
        String id = "https://twin.invalid/openapi.json";
        ObjectNode twin = closed(OpenApi30Converter.of(Contracts.json(contract)));
        var schemas = SchemaRegistry.withDialect(
                        Dialects.getOpenApi30(), builder -> builder.schemas(Map.of(id, twin.toString())))
                .getSchema(SchemaLocation.of(id));
        for (Example example : Example.all()) {
            boolean kept = twin.at(example.schema().pointer()).isObject();
            if (kept && example.contract().file().equals(contract.file())) {
                var schema = schemas.getRefSchema(
                        SchemaLocation.of(id + "#" + example.schema().pointer()).getFragment());
                assertThat(schema.validate(example.value().toString(), InputFormat.JSON))
                        .as(example.toString())
                        .isEmpty();
            }
        }
    }

    /** The OpenAPI 3.0 document is flat, so schemas can be closed where they are declared. */
    private static ObjectNode closed(ObjectNode twin) {
        SchemaTransformer.over(twin, (position, schema) -> {
            if (schema.has("properties") && !schema.has("additionalProperties")) {
                schema.put("additionalProperties", false);
            }
            return schema;
        });
        return twin;
    }

    /** A line has a schema and what becomes of it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {b: {type: string}}, required: [b]}]} \
            | {type: object, required: [a, b], properties: {a: {type: integer}, b: {type: string}}}
            {description: Mine., properties: {a: {type: string}}, \
             allOf: [{$ref: '#/components/schemas/Base', description: Theirs.}]} \
            | {description: Mine., type: object, required: [a], properties: {a: {type: string}}}
            {description: Mine., allOf: [{$ref: '#/components/schemas/Base'}]} | {$ref: '#/components/schemas/Base'}
            {not: {properties: {code: {const: 0}}, not: {required: [data]}}} \
            | {not: {properties: {code: {enum: [0]}}, not: {required: [data]}}}
            {const: 1}                                                        | {enum: [1]}
            {type: [array, 'null'], items: {type: string}}                    | {type: array, nullable: true, items: {type: string}}
            {type: number, exclusiveMinimum: 0}                               | {type: number, minimum: 0, exclusiveMinimum: true}
            {$ref: '#/components/schemas/Name', minLength: 1}                 | {type: string, minLength: 1}
            {$ref: '#/components/schemas/Base', description: A base.}         | {$ref: '#/components/schemas/Base'}
            {$ref: '#/components/schemas/Base', required: [b]}                | {$ref: '#/components/schemas/Base'}
            """)
    void hasTheSameOperationsAndTexts(String schema, String expected) {
        ObjectNode document = Contracts.json(Contracts.of("""
                openapi: 3.1.1
                info: {title: Test}
                x-uses: {$ref: '#/components/schemas/Subject'}
                components:
                  schemas:
                    Base: {type: object, required: [a], properties: {a: {type: integer}}}
                    Name: {type: string}
                    Subject: %s
                    Expected: %s
                """.formatted(schema, expected)));
        assertThat(OpenApi30Converter.of(document).at("/components/schemas/Subject"))
                .isEqualTo(document.at("/components/schemas/Expected"));
    }
}
