package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.KitCheck;
import io.gpucloud.openapi.Assumption.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The catalogue of assumptions agrees with its page, with the settings of the stub and with the checks of the kit. */
class AssumptionsTest {

    /** Derives its requests from the schemas, so its tags do not show which assumptions each request rests on. */
    private static final String DERIVED = "BadRequests";

    private static final Path PAGE = Path.of("../docs/reference/assumptions.md");
    /** Found once, because finding the checks takes longer than all tests. */
    private static final List<Check> CHECKS = checks();

    private static final Map<String, String> DEFAULTS = defaults();

    private static final Pattern NAME_IN_CODE =
            Pattern.compile("(?:assumption|failsWith|set|setError|isExact|assumes)\\(\\s*\"([a-z0-9-]+)\"");

    static Stream<Assumption> assumptions() {
        return ApiDocuments.assumptions();
    }

    @Test
    void arePrintedOnTheirPage() throws IOException {
        String page = Files.readString(PAGE);
        String generated = new AssumptionsPage(ApiDocuments.ASSUMPTIONS).withTables(page);
        if (Boolean.getBoolean("assumptions.write")) {
            Files.writeString(PAGE, generated);
        }
        assertThat(page)
                .as("%s differs from assumptions.yaml; -Dassumptions.write=true updates it", PAGE)
                .isEqualTo(generated);
    }

    @ParameterizedTest
    @MethodSource("assumptions")
    void haveTheDefaultsOfTheStub(Assumption assumption) {
        for (Setting setting : assumption.settings()) {
            assertThat(DEFAULTS).containsKey(setting.name());
            if (!setting.type().equals(List.of("map"))) {
                assertThat(DEFAULTS).containsEntry(setting.name(), assumption.defaultOf(setting));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("assumptions")
    void haveASettingOrAReasonWhyThereIsNone(Assumption assumption) {
        assertThat(assumption.settings().isEmpty()).isEqualTo(assumption.stub() != null);
        if (assumption.stub() != null) {
            assertThat(assumption.stub())
                    .matches("(fixed \\((rule|strict|form|fault|client)\\)|seed file|, |`(PUT )?/__admin[^`]*`)+");
        }
    }

    @ParameterizedTest
    @MethodSource("assumptions")
    void nameTheChecksOfTheKitAndWhatTheyNeed(Assumption assumption) {
        List<Check> checks = CHECKS.stream()
                .filter(check -> check.tags().contains(assumption.name()))
                .toList();
        KitCheck named = assumption.kit() == null ? new KitCheck(List.of(), "not checked") : assumption.kit();
        Set<String> suites = new TreeSet<>(named.checks());
        boolean derived = suites.remove(DERIVED);
        assertThat(suites).isEqualTo(checks.stream().map(Check::suite).collect(toSet()));
        if (!derived) {
            assertThat(named.price()).isEqualTo(price(checks));
        }
    }

    @Test
    void areTheTagsOfTheKitThatAreNeitherOperationsNorGroups() {
        Set<String> tags =
                CHECKS.stream().flatMap(check -> check.tags().stream()).collect(toSet());
        ApiDocuments.operations().forEach(operation -> tags.remove(operation.id()));
        tags.removeAll(Set.of("admin", "changes", "cost", "derived", "observed", Settings.ERRORS));
        assertThat(tags).isNotEmpty().allMatch(ApiDocuments::isAssumption);
    }

    @Test
    void haveTheNamesThatTheCodeOfTheKitUses() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            Set<String> names = new TreeSet<>();
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                NAME_IN_CODE.matcher(Files.readString(source)).results().forEach(name -> names.add(name.group(1)));
            }
            assertThat(names).hasSizeGreaterThan(60).allMatch(ApiDocuments::isAssumption);
        }
    }

    private static String price(List<Check> checks) {
        if (checks.isEmpty()) {
            return "not checked";
        }
        if (checks.stream().anyMatch(check -> !check.needs("changes") && !check.needs("admin"))) {
            return "read-only";
        }
        return checks.stream().anyMatch(check -> !check.needs("admin")) ? "key" : "stub only";
    }

    /** A check of the kit: the class of the suite that it belongs to, and its tags. */
    private record Check(String suite, Set<String> tags) {

        boolean needs(String tag) {
            return tags.contains(tag);
        }
    }

    private static List<Check> checks() {
        TestPlan plan = LauncherFactory.create()
                .discover(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectPackage("io.gpucloud.contract.kit.behaviour"))
                        .filters(includeClassNamePatterns(".*"))
                        .build());
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .filter(test -> test.getSource().orElse(null)
                        instanceof org.junit.platform.engine.support.descriptor.MethodSource)
                .map(AssumptionsTest::check)
                .toList();
    }

    private static Check check(TestIdentifier test) {
        var method = (org.junit.platform.engine.support.descriptor.MethodSource)
                test.getSource().orElseThrow();
        String suite = method.getClassName().replaceFirst("\\$.*", "").replaceFirst(".*\\.", "");
        return new Check(suite, test.getTags().stream().map(TestTag::getName).collect(toCollection(TreeSet::new)));
    }

    /** The defaults of the stub's settings, by name. */
    private static Map<String, String> defaults() {
        return AssumptionsTest.class
                .getClassLoader()
                .resources("META-INF/spring-configuration-metadata.json")
                .flatMap(AssumptionsTest::properties)
                .collect(toMap(
                        property -> property.path("name").asString(),
                        property -> property.path("defaultValue").asString(""),
                        (one, same) -> one));
    }

    private static Stream<JsonNode> properties(URL file) {
        try (InputStream json = file.openStream()) {
            return JsonMapper.shared().readTree(json).path("properties").valueStream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
