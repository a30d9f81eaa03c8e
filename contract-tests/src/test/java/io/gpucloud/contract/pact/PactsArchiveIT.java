package io.gpucloud.contract.pact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The archive with the pacts for other teams. */
class PactsArchiveIT {

    private static final String FOLDER = "gpu-cloud-pacts/";

    /** A link to another file. */
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)\\)");

    @AutoClose
    private ZipFile archive;

    @BeforeEach
    void open() throws IOException {
        archive = new ZipFile(Path.of(System.getProperty("pacts.archive")).toFile());
    }

    @Test
    void containsTheFilesOfItsReadme() {
        assertThat(archive.stream().filter(entry -> !entry.isDirectory()).map(entry -> entry.getName()))
                .containsExactlyInAnyOrder(
                        FOLDER + "README.md",
                        FOLDER + "docs/reference/assumptions.md",
                        FOLDER + "docs/how-to/pacts.md",
                        FOLDER + "docs/reference/provider-states.md",
                        FOLDER + "openapi/gpu-cloud-v2.yaml",
                        FOLDER + "openapi/stub-admin-v1.yaml",
                        FOLDER + "provider-states.json",
                        FOLDER + "pacts/" + Pacts.FILE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/how-to/pacts.md", "docs/reference/provider-states.md"})
    void containsEveryLinkedFile(String document) throws IOException {
        List<String> targets = LINK.matcher(text(document))
                .results()
                .map(link -> Path.of(FOLDER + document)
                        .resolveSibling(link.group(1))
                        .normalize()
                        .toString())
                .toList();
        assertThat(targets)
                .isNotEmpty()
                .allSatisfy(target ->
                        assertThat(archive.getEntry(target)).as(target).isNotNull());
    }

    @Test
    void containsTheCompletePact() throws IOException {
        assertThat(json("pacts/" + Pacts.FILE).path("interactions"))
                .hasSameSizeAs(Pacts.all())
                .allSatisfy(interaction ->
                        assertThat(interaction.path("providerStates")).isNotEmpty());
    }

    private JsonNode json(String file) throws IOException {
        return JsonMapper.shared().readTree(text(file));
    }

    private String text(String file) throws IOException {
        return new String(
                archive.getInputStream(archive.getEntry(FOLDER + file)).readAllBytes(), UTF_8);
    }
}
