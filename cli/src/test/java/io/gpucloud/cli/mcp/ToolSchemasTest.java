package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ToolSchemasTest {

    private final JsonNode file = read();

    private static JsonNode read() {
        try (InputStream json = Objects.requireNonNull(AgentServer.class.getResourceAsStream("mcp-tools.json"))) {
            return JsonMapper.shared().readTree(json);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Stream<JsonNode> inputSchemas() {
        return file.path("tools")
                .valueStream()
                .map(tool -> tool.path("inputSchema"))
                .map(schema -> schema.isString() ? file.path("schemas").path(schema.asString()) : schema);
    }

    /** The schema, and all schemas in it. */
    private static List<JsonNode> all(JsonNode schema) {
        List<JsonNode> all = new ArrayList<>(List.of(schema));
        schema.path("properties").valueStream().forEach(property -> all.addAll(all(property)));
        if (schema.has("items")) {
            all.addAll(all(schema.path("items")));
        }
        return all;
    }

    @Test
    void everyTextOfAnAgentHasAPatternAndALength() {
        assertThat(inputSchemas().flatMap(schema -> all(schema).stream()))
                .filteredOn(schema -> schema.path("type").asString("").equals("string") && !schema.has("enum"))
                .hasSizeGreaterThan(5)
                .allSatisfy(schema -> {
                    assertThat(schema.path("maxLength").asInt(0)).isBetween(1, 128);
                    assertThat(schema.path("pattern").asString(""))
                            .startsWith("^")
                            .endsWith("$");
                });
    }

    private Stream<JsonNode> allSchemas() {
        Stream<JsonNode> results = Stream.concat(
                file.path("schemas").valueStream(),
                file.path("tools")
                        .valueStream()
                        .map(tool -> tool.path("outputSchema"))
                        .filter(JsonNode::isObject));
        return Stream.concat(inputSchemas(), results).flatMap(schema -> all(schema).stream());
    }

    /**
     * Google Gemini responds with HTTP 400 to a schema without a type (google-gemini/gemini-cli issue 4400,
     * 2025-07-17), to an enumeration of other values than texts (google-gemini/gemini-cli issue 4127, 2025-07-14), and
     * to an empty text in an enumeration (sbroenne/mcp-server-excel issue 607, 2026-04-24).
     */
    @Test
    void geminiAcceptsTheSchemas() {
        assertThat(allSchemas()).allSatisfy(schema -> {
            assertThat(schema.path("type").isString()).as(schema.toString()).isTrue();
            assertThat(schema.has("enum") && !schema.path("type").asString().equals("string"))
                    .as(schema.toString())
                    .isFalse();
            assertThat(schema.path("enum").valueStream())
                    .as(schema.toString())
                    .allMatch(value -> !value.asString().isEmpty());
        });
    }

    /**
     * Anthropic's API responds with HTTP 400 to oneOf, allOf or anyOf at the top level of an input schema
     * (anthropics/claude-code issue 5319, 2025-08-07).
     */
    @Test
    void claudeAcceptsTheSchemas() {
        assertThat(inputSchemas()).allSatisfy(schema -> {
            assertThat(schema.path("type").asString("")).isEqualTo("object");
            assertThat(schema.propertyNames()).doesNotContain("oneOf", "allOf", "anyOf");
        });
    }

    /**
     * OpenAI's API responds with HTTP 400 to an object without properties (github/github-mcp-server issue 1548,
     * 2025-12-07) and to an array without items (spacelift-io/spacectl issue 402, 2026-03-18).
     */
    @Test
    void openAiAcceptsTheSchemas() {
        assertThat(inputSchemas().flatMap(schema -> all(schema).stream())).allSatisfy(schema -> {
            String type = schema.path("type").asString("");
            assertThat(!type.equals("object") || schema.has("properties"))
                    .as(schema.toString())
                    .isTrue();
            assertThat(!type.equals("array") || schema.has("items"))
                    .as(schema.toString())
                    .isTrue();
        });
    }
}
