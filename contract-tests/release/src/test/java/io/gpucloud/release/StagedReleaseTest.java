package io.gpucloud.release;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The staged artifacts meet the requirements of Maven Central, and contain everything that users need. */
class StagedReleaseTest {

    private static final Path STAGING = Path.of(System.getProperty("staging"));

    static Stream<StagedArtifact> all() throws IOException {
        return StagedArtifact.all(STAGING);
    }

    static Stream<StagedArtifact> jars() throws IOException {
        return all().filter(StagedArtifact::isJar);
    }

    /** Without the contract tests, whose jars are empty: their artifact is the zip of the pacts. */
    static Stream<StagedArtifact> libraries() throws IOException {
        return jars().filter(artifact -> !artifact.name().equals("gpu-cloud-contract-tests"));
    }

    @Test
    void holdsWhatTheBomNames() throws IOException {
        StagedArtifact bom = all().filter(artifact -> artifact.name().equals("gpu-cloud-bom"))
                .findFirst()
                .orElseThrow();
        assertThat(jars().map(StagedArtifact::name))
                .contains("gpu-cloud-openapi", "gpu-cloud-client", "gpu-cloud-server-stub", "gpu-cloud-contract-kit")
                .containsExactlyInAnyOrderElementsOf(
                        bom.texts("/project/dependencyManagement/dependencies/dependency/artifactId"));
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-cloud-openapi, -portal.zip",
        "gpu-cloud-server-stub, -exec.jar",
        "gpu-cloud-contract-kit, -exec.jar",
        "gpu-cloud-contract-tests, -pacts.zip"
    })
    void holdsWhatTheReadmeNames(String name, String end) throws IOException {
        assertThat(all().filter(artifact -> artifact.name().equals(name))
                        .flatMap(artifact -> artifact.files().stream()))
                .anyMatch(file -> file.toString().endsWith(end));
    }

    @ParameterizedTest
    @MethodSource("all")
    void saysWhatCentralAsksFor(StagedArtifact artifact) {
        assertThat(List.of(
                        "name",
                        "description",
                        "url",
                        "licenses/license/name",
                        "licenses/license/url",
                        "developers/developer/name",
                        "scm/connection",
                        "scm/developerConnection",
                        "scm/url"))
                .allSatisfy(member -> assertThat(artifact.texts("/project/" + member))
                        .as(member)
                        .singleElement()
                        .asString()
                        .isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("all")
    void standsAlone(StagedArtifact artifact) {
        assertThat(artifact.texts("/project/parent | /project/properties | /project/build | //repository"))
                .isEmpty();
        assertThat(artifact.texts("//text()"))
                .noneMatch(text -> text.contains("${") && !text.equals("${project.version}"));
        assertThat(artifact.texts("//dependency[not(version)] | //dependency[scope='test']"))
                .isEmpty();
        assertThat(artifact.texts("//dependency[groupId!='io.gpucloud']/version"))
                .noneMatch(version -> version.contains("SNAPSHOT") || version.startsWith("["));
    }

    /** The JSON library inside gpu-cloud-testing is excluded: it is published elsewhere with its own sources. */
    @ParameterizedTest
    @MethodSource("libraries")
    void comesWithSourcesOfEveryClass(StagedArtifact artifact) throws IOException {
        List<String> sources = List.copyOf(artifact.jar("-sources.jar").keySet());
        assertThat(sources).anyMatch(name -> name.endsWith("package-info.java"));
        assertThat(artifact.jar(mainJar(artifact)).keySet())
                .filteredOn(name ->
                        name.endsWith(".class") && !name.contains("$") && !name.startsWith("io/gpucloud/testing/json/"))
                .allSatisfy(name -> assertThat(sources).contains(name.replace(".class", ".java")));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void comesWithJavadocThatHasAnOverviewAndAPageForEachPackage(StagedArtifact artifact) throws IOException {
        Map<String, String> pages = artifact.jar("-javadoc.jar");
        assertThat(pages.get("index.html")).containsPattern("Start at|As a program");
        assertThat(pages.keySet()).anyMatch(name -> name.endsWith("/package-summary.html"));
        pages.forEach((name, text) -> {
            if (name.endsWith("/package-summary.html")) {
                assertThat(text).as(name).contains("class=\"package-description\"", "class=\"block\"");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    void hasChecksumsThatAreRight(StagedArtifact artifact) {
        assertThat(artifact.files()).isNotEmpty().allSatisfy(file -> {
            assertThat(beside(file, ".sha1")).hasContent(digest("SHA-1", file));
            assertThat(beside(file, ".md5")).hasContent(digest("MD5", file));
        });
    }

    /** Without the profile {@code publish} no file is signed, with it every file. */
    @Test
    void isSignedAsAWholeOrNotAtAll() throws IOException {
        List<Path> files = all().flatMap(artifact -> artifact.files().stream()).toList();
        List<Path> unsigned = files.stream()
                .filter(not(file -> Files.exists(beside(file, ".asc"))))
                .toList();
        if (unsigned.size() < files.size()) {
            assertThat(unsigned).isEmpty();
        }
    }

    /** Otherwise a release could change a previous one. */
    @Test
    void isComparedWithTheLastReleaseOfTheChangelog() throws IOException {
        String last = Pattern.compile("^## \\[?(\\d+\\.\\d+\\.\\d+)", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("../../CHANGELOG.md")))
                .results()
                .map(version -> version.group(1))
                .filter(version -> !version.equals(System.getProperty("project.version")))
                .findFirst()
                .orElse("none");
        assertThat(System.getProperty("released.version")).isEqualTo(last);
        assertThat(System.getProperty("japicmp.skip")).isEqualTo(String.valueOf(last.equals("none")));
    }

    /** A snapshot repository has a time stamp instead of the version. */
    private static String mainJar(StagedArtifact artifact) {
        return artifact.files().stream()
                .map(file -> Pattern.compile("(-[0-9.]+(-[0-9]+)?\\.jar)$").matcher(file.toString()))
                .flatMap(found -> found.results())
                .map(MatchResult::group)
                .findFirst()
                .orElseThrow();
    }

    private static Path beside(Path file, String extension) {
        return file.resolveSibling(file.getFileName() + extension);
    }

    private static String digest(String algorithm, Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
