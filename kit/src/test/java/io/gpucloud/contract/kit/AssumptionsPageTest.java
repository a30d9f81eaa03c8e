package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import io.gpucloud.contract.kit.AssumptionsPage.Row;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of the assumptions agrees with the kit and with the settings of the stub. */
class AssumptionsPageTest {

    /** Derives its requests from the schemas, so its tags do not show which assumptions each request rests on. */
    private static final String DERIVED = "BadRequests";

    private static final AssumptionsPage PAGE = AssumptionsPage.read();

    @Test
    void listsTheAssumptionsOfTheKitInTheSameOrder() {
        assertThat(PAGE.assumptions().stream().map(Row::name))
                .containsExactlyElementsOf(
                        Arrays.stream(Assumption.values()).map(Assumption::id).toList());
    }

    @Test
    void hasTheHttpStatusAndTheCodeThatTheKitVerifies() {
        for (Row row : PAGE.assumptions()) {
            Assumption assumption = Assumption.of(row.name()).orElseThrow();
            assertThat(row.number("HTTP")).as("HTTP status of " + row.name()).isEqualTo(assumption.httpStatus());
            assertThat(row.number("code")).as("code of " + row.name()).isEqualTo(assumption.code());
        }
    }

    @Test
    void namesTheSettingsOfTheStubWithTheirDefaults() throws IOException {
        Map<String, String> defaults = settings();
        for (Row row : PAGE.assumptions()) {
            for (String setting : row.values("Stub")) {
                if (setting.startsWith("stub.")) {
                    String[] parts = setting.split("=", 2);
                    assertThat(defaults).as(row.name()).containsEntry(parts[0], parts[1]);
                }
            }
        }
    }

    /** An assumption with a setting is written to a profile. Any other has the reason why it is fixed. */
    @Test
    void hasASettingOrAReasonForEveryAssumption() {
        for (Row row : PAGE.assumptions()) {
            Assumption assumption = Assumption.of(row.name()).orElseThrow();
            String stub = row.cells().getOrDefault("Stub", "");
            List<String> settings = row.values("Stub").stream()
                    .map(setting -> setting.replaceFirst("=.*", ""))
                    .toList();
            StubProfile.setting(assumption)
                    .ifPresent(setting -> assertThat(settings).as(row.name()).contains(setting));
            if (settings.stream().anyMatch(setting -> setting.startsWith("stub.assumptions."))) {
                assertThat(StubProfile.setting(assumption)).as(row.name()).isPresent();
            }
            if (settings.isEmpty()) {
                assertThat(stub).as(row.name()).matches("seed file|fixed \\((rule|strict|form|fault|client)\\)");
            }
        }
    }

    @Test
    void namesTheChecksOfTheKitAndWhatTheyNeed() {
        List<Fact> facts = facts();
        for (Row row : PAGE.assumptions()) {
            List<Fact> checks = facts.stream()
                    .filter(fact -> fact.tags().contains(row.name()))
                    .toList();
            Set<String> named = new TreeSet<>(row.values("Kit"));
            boolean derived = named.remove(DERIVED);
            assertThat(named)
                    .as("checks of " + row.name())
                    .isEqualTo(checks.stream().map(Fact::suite).collect(toSet()));
            if (!derived) {
                assertThat(row.cells().get("Kit")).as("checks of " + row.name()).endsWith(need(checks));
            }
        }
    }

    @Test
    void hasARowForEveryTagOfTheKitThatIsNeitherAnOperationNorAGroup() {
        Set<String> tags =
                facts().stream().flatMap(fact -> fact.tags().stream()).collect(toSet());
        ApiDocuments.PUBLIC_API.operations().forEach(operation -> tags.remove(operation.id()));
        tags.removeAll(Set.of("admin", "changes", "derived", Settings.ERRORS));
        assertThat(tags).isNotEmpty().isSubsetOf(PAGE.names());
    }

    private static String need(List<Fact> checks) {
        if (checks.isEmpty()) {
            return "not checked";
        }
        if (checks.stream()
                .anyMatch(
                        fact -> !fact.tags().contains("changes") && !fact.tags().contains("admin"))) {
            return "read-only";
        }
        return checks.stream().anyMatch(fact -> !fact.tags().contains("admin")) ? "key" : "stub only";
    }

    /** A check of the kit: the class of the suite that it belongs to, and its tags. */
    private record Fact(String suite, Set<String> tags) {

        static Fact of(MethodSource method, Set<TestTag> tags) {
            String suite = method.getClassName().replaceFirst("\\$.*", "").replaceFirst(".*\\.", "");
            return new Fact(suite, tags.stream().map(TestTag::getName).collect(toSet()));
        }
    }

    private static List<Fact> facts() {
        TestPlan plan = LauncherFactory.create()
                .discover(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectPackage("io.gpucloud.contract.kit.behaviour"))
                        .filters(includeClassNamePatterns(".*"))
                        .build());
        List<Fact> facts = new ArrayList<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier test : plan.getDescendants(root)) {
                if (test.getSource().orElse(null) instanceof MethodSource method) {
                    facts.add(Fact.of(method, test.getTags()));
                }
            }
        }
        return facts;
    }

    /** The defaults of the stub's settings, by name. */
    private static Map<String, String> settings() throws IOException {
        Map<String, String> defaults = new LinkedHashMap<>();
        for (URL metadata : Collections.list(AssumptionsPageTest.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream json = metadata.openStream()) {
                JsonNode properties = JsonMapper.shared().readTree(json).path("properties");
                properties.valueStream().forEach(property -> {
                    JsonNode value = property.path("defaultValue");
                    defaults.put(property.path("name").asString(), value.asString(value.toString()));
                });
            }
        }
        return defaults;
    }
}
