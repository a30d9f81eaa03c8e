package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The archive that other teams get. */
class PactsArchiveIT {

    private static final String FOLDER = "gpu-cloud-pacts/";

    private ZipFile archive;

    @BeforeEach
    void open() throws IOException {
        archive = new ZipFile(Path.of(System.getProperty("pacts.archive")).toFile());
    }

    @AfterEach
    void close() throws IOException {
        archive.close();
    }

    @Test
    void holdsWhatItsReadmeNames() {
        assertThat(archive.stream().filter(entry -> !entry.isDirectory()).map(entry -> entry.getName()))
                .containsExactlyInAnyOrder(
                        FOLDER + "README.md",
                        FOLDER + "DECISIONS.md",
                        FOLDER + "PACTS.md",
                        FOLDER + "PROVIDER-STATES.md",
                        FOLDER + "provider-states.json",
                        FOLDER + "pacts/" + Pacts.FILE);
    }

    @Test
    void holdsThePactWhole() throws IOException {
        assertThat(json("pacts/" + Pacts.FILE).path("interactions"))
                .hasSameSizeAs(Pacts.all())
                .allSatisfy(interaction ->
                        assertThat(interaction.path("providerStates")).isNotEmpty());
    }

    @Test
    void holdsEveryStateOfThePactInItsCatalogue() throws IOException {
        assertThat(json("provider-states.json").path("states").valueStream().map(PactsArchiveIT::name))
                .containsAll(json("pacts/" + Pacts.FILE)
                        .path("interactions")
                        .valueStream()
                        .map(interaction ->
                                name(interaction.path("providerStates").path(0)))
                        .collect(toSet()));
    }

    private static String name(JsonNode state) {
        return state.path("name").asString();
    }

    private JsonNode json(String file) throws IOException {
        byte[] content = archive.getInputStream(archive.getEntry(FOLDER + file)).readAllBytes();
        return JsonMapper.shared().readTree(new String(content, StandardCharsets.UTF_8));
    }
}
