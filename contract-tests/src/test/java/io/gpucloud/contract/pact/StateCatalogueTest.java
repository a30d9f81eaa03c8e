package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.InProcessStub;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published catalogue of provider states is that of the stub. */
class StateCatalogueTest {

    @RegisterExtension
    static final GpuCloudStubExtension STUB = InProcessStub.extension();

    private static final Path PAGE = Path.of("../docs/reference/provider-states.md");
    private static final Path PUBLISHED = Path.of("target/provider-states.json");

    private StateCatalogue catalogue;

    @BeforeEach
    void send(StubAccount account) {
        catalogue = StateCatalogue.of(new StubHttp(account.baseUrl(), null), account.apiKey());
    }

    @Test
    void areThoseOfThePage() throws IOException {
        String page = new StateCataloguePage(catalogue, valueSchemas()).markdown();
        if (Boolean.getBoolean("provider-states.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE))
                .as(
                        "%s differs from the states of the stub; -Dprovider-states.write=true writes it again",
                        PAGE.normalize())
                .isEqualTo(page);
    }

    @Test
    void areEachSetUpByTheirNamesOnly() {
        assertThat(catalogue.states()).isNotEmpty();
        assertThat(catalogue.valuesOfAll()).contains("api_key", "pod_uuid", "gpu_uuid");
    }

    @Test
    void includeAllStatesOfThePacts() {
        assertThat(catalogue.states().stream().map(StateCatalogue.State::name))
                .containsAll(Pacts.all().stream()
                        .map(interaction -> interaction.given().state())
                        .collect(toSet()));
    }

    @Test
    void arePublishedAsJson() throws IOException {
        Files.createDirectories(PUBLISHED.getParent());
        Files.writeString(PUBLISHED, catalogue.json().toPrettyString() + "\n");
        JsonNode published = JsonMapper.shared().readTree(PUBLISHED.toFile());
        assertThat(published
                        .path("states")
                        .valueStream()
                        .map(state -> state.path("name").asString()))
                .containsExactlyElementsOf(catalogue.states().stream()
                        .map(StateCatalogue.State::name)
                        .toList());
    }

    private static JsonNode valueSchemas() throws IOException {
        try (InputStream json = StateCatalogueTest.class.getResourceAsStream("/META-INF/openapi/stub-admin-v1.json")) {
            return JsonMapper.shared().readTree(json).at("/components/schemas/ProviderStateValues/properties");
        }
    }
}
