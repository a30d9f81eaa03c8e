package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The portal is complete, small, and sends no request to another host. */
class PortalGeneratorTest {

    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{[a-z]+}}");

    /** The version in the script of the renderer, which differs from the version of its artifact. */
    private static final String SCALAR = "1.64.0";

    private static final int TWO_MEGABYTES = 2_000_000;

    @TempDir
    private static Path folder;

    private static final Map<String, String> SITE = new TreeMap<>();

    @BeforeAll
    static void make() throws IOException {
        Path zip = folder.resolve("portal.zip");
        generate(zip);
        try (ZipFile files = new ZipFile(zip.toFile())) {
            for (ZipEntry file : files.stream().toList()) {
                SITE.put(file.getName(), new String(files.getInputStream(file).readAllBytes(), UTF_8));
            }
        }
    }

    private static void generate(Path zip) throws IOException {
        PortalGenerator.main(new String[] {
            "portal", "target/classes/META-INF/openapi", "1.2.3", zip.toString(), "https://home.invalid"
        });
    }

    private static Stream<String> pages() {
        return SITE.keySet().stream().filter(file -> file.endsWith(".html"));
    }

    @Test
    void hasAllItsPages() {
        assertThat(pages())
                .containsExactlyInAnyOrder(
                        "index.html",
                        "quickstart.html",
                        "authentication.html",
                        "assumptions.html",
                        "check.html",
                        "kit.html",
                        "reference.html",
                        "stub-admin.html",
                        "errors.html",
                        "limits.html",
                        "unknowns.html",
                        "workflows.html",
                        "pacts.html",
                        "states.html",
                        "compatibility.html",
                        "changes.html");
        assertThat(pages()).allSatisfy(page -> assertThat(SITE.get(page)).doesNotContainPattern(PLACEHOLDER));
    }

    @Test
    void leadsNowhereElseAndToNoDeadEnd() {
        assertThat(pages()).allSatisfy(page -> {
            List<String> addresses = ADDRESS.matcher(SITE.get(page))
                    .results()
                    .map(hit -> hit.group(1))
                    .toList();
            assertThat(addresses)
                    .isNotEmpty()
                    .allSatisfy(address ->
                            assertThat(found(page, address)).as(address).isTrue());
        });
    }

    @Test
    void hasTheContractOfTheAdministrationThatItsPagesSpeakOf() throws IOException {
        assertThat(SITE.get("stub-admin-v1.yaml")).isEqualTo(Files.readString(Path.of("stub-admin-v1.yaml")));
        assertThat(SITE.get("stub-admin-v1.json")).contains("\"openapi\"");
        assertThat(SITE.get("index.html")).contains("href=\"stub-admin-v1.yaml\"", "href=\"stub-admin-v1.json\"");
        assertThat(SITE.get("states.html")).contains("href=\"stub-admin-v1.yaml\"");
    }

    @Test
    void showsTheAdministrationLikeTheApi() {
        List<String> operations = read("stub-admin-v1.yaml").findValuesAsString("operationId");
        assertThat(operations).hasSizeGreaterThan(30);
        assertThat(SITE.get("stub-admin.html"))
                .contains("src=\"administration.js\"", "href=\"llms-stub-admin.txt\"", "id=\"reference\"");
        assertThat(SITE.get("administration.js"))
                .startsWith("const contract = {")
                .contains(operations.stream()
                        .map(id -> "\"operationId\":\"" + id + "\"")
                        .toList());
        assertThat(SITE.get("llms-stub-admin.txt"))
                .contains(operations.stream().map(id -> "### " + id + "\n").toList())
                .contains("needs the admin token if the stub has one")
                .doesNotContain("needs no API key");
        assertThat(pages()).allSatisfy(page -> assertThat(SITE.get(page)).contains("href=\"stub-admin.html\""));
    }

    private static boolean found(String page, String address) {
        URI to = URI.create(address);
        String file = to.getPath().isEmpty() ? page : to.getPath();
        return to.getScheme() == null
                && SITE.containsKey(file)
                && (to.getFragment() == null || SITE.get(file).contains("id=\"" + to.getFragment() + "\""));
    }

    @Test
    void findsEverySectionAndOperation() {
        assertThat(SITE.get("search-index.js"))
                .contains("\"link\":\"quickstart.html#python\"", "\"link\":\"errors.html#errors\"")
                .contains("system exception or execution failed")
                .contains(contract().findValuesAsString("operationId"))
                .contains(read("stub-admin-v1.yaml").findValuesAsString("operationId"));
    }

    @Test
    void highlightsCodeAndEscapesIt() {
        assertThat(SITE.get("quickstart.html"))
                .contains("<span class=\"keyword\">import</span> json", "<span class=\"keyword\">await</span>")
                .contains("<span class=\"comment\"># public: takes no key</span>")
                .contains("Promise&lt;T&gt;", "<pre tabindex=\"0\" data-language=\"python\">");
    }

    @Test
    void showsRequestAndResponseOfEachStepOfAWorkflow() {
        assertThat(SITE.get("workflows.html"))
                .contains(">POST</span> /instance/create_by_pod", "{choosePod.pod}")
                .contains("<span class=\"string\">&quot;instance_uuid&quot;</span>")
                .doesNotContain("$steps", "$inputs");
    }

    @Test
    void linksEachUndocumentedFactToItsAssumption() {
        assertThat(contract().findValues("x-unspecified").stream().flatMap(facts -> facts.propertyNames().stream()))
                .hasSizeGreaterThan(80)
                .allSatisfy(name -> {
                    assertThat(SITE.get("unknowns.html")).contains("href=\"assumptions.html#" + name + "\"");
                    assertThat(SITE.get("assumptions.html")).contains("id=\"" + name + "\"");
                });
    }

    @Test
    void namesTheProjectAndShowsNoComment() {
        assertThat(SITE.get("index.html")).contains("https://home.invalid");
        assertThat(pages()).allSatisfy(page -> assertThat(SITE.get(page)).doesNotContain("&lt;!--", "&lt;a id"));
    }

    @Test
    void isSmallEnoughToCarry() throws IOException {
        assertThat(Files.size(folder.resolve("portal.zip"))).isLessThan(TWO_MEGABYTES);
    }

    @Test
    void isTheSameForTheSameSources() throws IOException {
        Path again = folder.resolve("again.zip");
        generate(again);
        assertThat(again).hasSameBinaryContentAs(folder.resolve("portal.zip"));
    }

    @Test
    void bringsTheRendererThatWasLookedAt() throws Exception {
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(folder.resolve("portal/scalar.js")));
        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("25e0a1ef537dc7f1aa41dd8d22b94d8703dcfab34361f4d2ee84ac0600c8a457");
        assertThat(SITE.get("licences/scalar.txt")).contains("MIT License", "Copyright (c)");
    }

    @Test
    void namesEveryRefusalAndNoSuccessAmongTheErrors() {
        String errors = SITE.getOrDefault("errors.html", "");
        JsonNode examples = contract().at("/components/examples");
        assertThat(examples.valueStream()
                        .filter(example -> example.at("/value/code").asInt() != 0))
                .hasSizeGreaterThan(10)
                .allSatisfy(refusal -> assertThat(errors)
                        .containsOnlyOnce("<p>" + refusal.path("summary").asString()));
        assertThat(errors)
                .contains("The title has more than 50 characters, from <code>updateInstanceTitle</code>:")
                .contains("<td>200</td>")
                .contains("<span class=\"string\">&quot;code&quot;</span>: <span class=\"number\">")
                .doesNotContain("The instances if", "&quot;code&quot;</span>: <span class=\"number\">0</span>");
    }

    @Test
    void tellsTheVersionsOfContractsFromThatOfArtifacts() {
        String contract = version("gpu-cloud-v2.yaml");
        assertThat(SITE.get("compatibility.html"))
                .containsPattern("<td>Contract, .*</td>\\s*<td>" + Pattern.quote(contract) + "</td>")
                .containsPattern(
                        "stub-admin-v1.*</td>\\s*<td>" + Pattern.quote(version("stub-admin-v1.yaml")) + "</td>")
                .containsPattern("gpu-cloud-client.*</td>\\s*<td>1[.]2[.]3</td>");
        assertThat(pages().filter(page -> !SITE.getOrDefault(page, "").contains("id=\"reference\"")))
                .allSatisfy(page -> assertThat(SITE.get(page)).contains("GPU cloud contract " + contract + "."));
        assertThat(SITE.get("changes.html")).contains(">" + contract);
        assertThat(version("gpu-cloud-v2.arazzo.yaml")).isEqualTo(contract);
    }

    private static JsonNode contract() {
        return read("gpu-cloud-v2.yaml");
    }

    private static String version(String file) {
        return read(file).at("/info/version").asString();
    }

    private static JsonNode read(String file) {
        return Contracts.read(Path.of(file)).root().value();
    }

    @Test
    void tellsProgramsEveryOperationAndSchema() {
        JsonNode contract = contract();
        assertThat(SITE.get("llms.txt"))
                .contains(contract.at("/components/schemas").propertyNames().stream()
                        .map(name -> "### " + name + "\n")
                        .toList())
                .contains(contract.findValuesAsString("operationId").stream()
                        .map(id -> "### " + id + "\n")
                        .toList());
    }

    @Test
    void namesTheVersionsOfToolsThatTheBuildUses() throws IOException {
        String versions = Files.readString(Path.of("../pom.xml"))
                + Files.readString(Path.of("pom.xml"))
                + Files.readString(Path.of("lint/package.json"));
        String page = SITE.getOrDefault("compatibility.html", "");
        List<String> named = Pattern.compile("<td>([0-9]+\\.[0-9]+\\.[0-9]+)</td>")
                .matcher(page.substring(page.indexOf("Which tools read the contract")))
                .results()
                .map(cell -> cell.group(1))
                .filter(version -> !version.equals(SCALAR))
                .toList();
        assertThat(named).hasSize(4).allSatisfy(version -> assertThat(versions).contains(version));
    }
}
