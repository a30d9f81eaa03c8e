package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of settings is generated from the configuration metadata of the stub. */
class SettingsPageTest {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Pattern TABLE =
            Pattern.compile("(?<=<!-- settings -->\n).*?(?=<!-- end of settings -->)", Pattern.DOTALL);

    @Test
    void listsAllSettingsOfTheStub() throws IOException {
        Page page = Page.of("docs/reference/stub-settings.md");
        String table = table();
        if (Boolean.getBoolean("settings.write")) {
            Files.writeString(page.file(), TABLE.matcher(page.text()).replaceFirst(Matcher.quoteReplacement(table)));
        }
        assertThat(page.text())
                .as("%s differs from the settings in the code; -Dsettings.write=true updates it", page)
                .contains(table);
    }

    private static String table() throws IOException {
        return properties()
                .filter(property -> name(property).startsWith("stub."))
                .sorted(Comparator.comparing(SettingsPageTest::name))
                .map(SettingsPageTest::row)
                .collect(Collectors.joining("", "\n| setting | type | default | meaning |\n|---|---|---|---|\n", "\n"));
    }

    private static Stream<JsonNode> properties() throws IOException {
        List<URL> files =
                Collections.list(SettingsPageTest.class.getClassLoader().getResources(METADATA));
        return files.stream().flatMap(SettingsPageTest::read);
    }

    private static Stream<JsonNode> read(URL file) {
        try (InputStream json = file.openStream()) {
            return JsonMapper.shared().readTree(json).path("properties").valueStream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String name(JsonNode property) {
        return property.path("name").asString();
    }

    private static String row(JsonNode property) {
        return "| `%s` | %s | %s | %s |%n"
                .formatted(
                        name(property),
                        type(property.path("type").asString("")),
                        defaultValue(property.path("defaultValue")),
                        property.path("description").asString("").replace("|", "\\|"));
    }

    /** The kind of value, such as "duration", because most readers do not know types of Java. */
    private static String type(String java) {
        String simple = java.replaceAll("<.*", "").replaceAll(".*[.$]", "");
        return switch (simple) {
            case "Boolean" -> "boolean";
            case "Integer", "Long" -> "integer";
            case "Double", "BigDecimal" -> "number";
            case "Duration" -> "duration";
            case "DataSize" -> "size";
            case "List", "Set" -> "list";
            case "Map" -> "map";
            case "ErrorCode" -> "status/code";
            case "String", "Path", "URI", "Resource" -> "text";
            default -> "one of the values in the last column";
        };
    }

    private static String defaultValue(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "none";
        }
        String text = value.isArray()
                ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(","))
                : value.asString();
        return text.isEmpty() ? "empty" : "`" + text.strip() + "`";
    }
}
