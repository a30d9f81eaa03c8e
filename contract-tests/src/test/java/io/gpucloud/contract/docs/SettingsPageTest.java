package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.SettingsMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The table of settings is generated from the configuration metadata of the stub, without those of limits and of
 * assumptions, which have tables of their own.
 */
class SettingsPageTest {

    private static final Pattern TABLE =
            Pattern.compile("(?<=<!-- settings -->\n).*?(?=<!-- end of settings -->)", Pattern.DOTALL);

    /** In the description of a setting whose default is not a constant. */
    private static final Pattern COMPUTED_DEFAULT = Pattern.compile(" Defaults to ([^.]*)\\.");

    /** Headings in the order of the page, first what operators need, each with the members of {@code stub} below it. */
    private static final List<Map.Entry<String, Set<String>>> HEADINGS = List.of(
            Map.entry("Access", Set.of("admin", "cors")),
            Map.entry("Start, validation, log", Set.of("start")),
            Map.entry("State on disk or in a database", Set.of("snapshot", "store")),
            Map.entry("Time, billing, faults", Set.of("clock", "faults", "instances", "lifecycle", "metering")),
            Map.entry("Accounts", Set.of("tenants")));

    @Test
    void listsAllSettingsOfTheStub() throws IOException {
        MarkdownPage page = MarkdownPage.of("docs/reference/stub-settings.md");
        String table = table();
        if (Boolean.getBoolean("settings.write")) {
            Files.writeString(page.file(), TABLE.matcher(page.text()).replaceFirst(Matcher.quoteReplacement(table)));
        }
        assertThat(page.text())
                .as("%s differs from the settings in the code; -Dsettings.write=true updates it", page)
                .contains(table);
    }

    /** The table of limits, which LimitsPageTest checks, describes these settings. */
    @Test
    void namesAllSettingsOfLimits() {
        String page = MarkdownPage.of("docs/reference/stub-settings.md").text();
        assertThat(SettingsMetadata.all()
                        .map(SettingsPageTest::name)
                        .filter(name -> name.matches("stub\\.(limits|paging|rate-limit)\\..*")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page).contains('`' + name + '`'));
    }

    private static String table() {
        List<JsonNode> settings = SettingsMetadata.all()
                .filter(property -> name(property).matches("stub\\.(?!assumptions|limits|paging|rate-limit).*"))
                .sorted(Comparator.comparing(SettingsPageTest::name))
                .toList();
        assertThat(settings)
                .allSatisfy(setting -> assertThat(HEADINGS)
                        .anyMatch(heading -> heading.getValue().contains(group(setting))));
        return HEADINGS.stream()
                .map(heading -> settings.stream()
                        .filter(setting -> heading.getValue().contains(group(setting)))
                        .map(SettingsPageTest::row)
                        .collect(Collectors.joining(
                                "",
                                "%n## %s%n%n| setting | default | meaning |%n|---|---|---|%n"
                                        .formatted(heading.getKey()),
                                "")))
                .collect(Collectors.joining("", "", "\n"));
    }

    /**
     * The member of {@code stub} that a setting belongs to. Other settings directly below {@code stub} are in group
     * "start".
     */
    private static String group(JsonNode property) {
        String[] parts = name(property).split("[.]", -1);
        return parts.length == 2 && !parts[1].equals("store") ? "start" : parts[1];
    }

    private static String name(JsonNode property) {
        return property.path("name").asString();
    }

    private static String row(JsonNode property) {
        String description = property.path("description").asString("").replace("|", "\\|");
        Matcher computed = COMPUTED_DEFAULT.matcher(description);
        boolean isComputed = computed.find();
        return "| `%s` | %s | %s |%n"
                .formatted(
                        name(property),
                        isComputed ? computed.group(1) : defaultValue(property.path("defaultValue")),
                        isComputed ? computed.replaceFirst("") : description);
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
