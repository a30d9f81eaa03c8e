package io.gpucloud.client.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of properties has exactly the properties of the configuration metadata. */
class SpringPropertiesPageTest {

    private static final Path PAGE = Path.of("../docs/reference/client-configuration.md");
    private static final Pattern ROW =
            Pattern.compile("^\\| `([a-z.-]+)` \\| ([a-z ]+) \\| (.*?) \\| (.+) \\|$", Pattern.MULTILINE);

    private static List<JsonNode> metadata() throws IOException {
        List<JsonNode> properties = new ArrayList<>();
        for (var file : Collections.list(SpringPropertiesPageTest.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream in = file.openStream()) {
                for (JsonNode property : JsonMapper.shared().readTree(in).get("properties")) {
                    if (property.get("name").asString().matches("(gpu-cloud|management\\.health\\.gpu-cloud).*")) {
                        properties.add(property);
                    }
                }
            }
        }
        return properties;
    }

    @Test
    void hasEveryPropertyWithItsTypeAndDefault() throws IOException {
        List<String> documented = new ArrayList<>();
        Matcher rows = ROW.matcher(Files.readString(PAGE));
        while (rows.find()) {
            documented.add(
                    rows.group(1) + " " + rows.group(2) + "=" + rows.group(3).replace("`", ""));
        }
        List<String> expected = metadata().stream()
                .map(property -> property.get("name").asString() + " "
                        + type(property.path("type").asString()) + "="
                        + (property.has("defaultValue")
                                ? property.get("defaultValue").asString()
                                : ""))
                .toList();

        assertThat(documented).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** The kind of value, without the name of a Java class. */
    private static String type(String java) {
        return switch (java.replaceAll(".*[.]", "")) {
            case "BigDecimal" -> "amount";
            case "Boolean" -> "boolean";
            case "Duration" -> "duration";
            case "Integer" -> "integer";
            case "Path" -> "path";
            case "String" -> "text";
            default -> "one of";
        };
    }

    @Test
    void describesEveryPropertyInTheMetadata() throws IOException {
        assertThat(metadata())
                .isNotEmpty()
                .allSatisfy(property -> assertThat(Objects.requireNonNull(property.get("description"))
                                .asString())
                        .as(property.get("name").asString())
                        .isNotBlank());
    }
}
