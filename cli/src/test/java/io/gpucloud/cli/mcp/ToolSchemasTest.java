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
}
