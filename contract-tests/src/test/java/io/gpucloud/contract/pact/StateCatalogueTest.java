package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.InProcessStub;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The published catalogue of provider states is that of the stub. */
class StateCatalogueTest {

    @RegisterExtension
    static final GpuCloudStubExtension STUB = InProcessStub.extension();

    private static final String PROVIDER_STATES = "/pact/provider-states";
    private static final Path PAGE = Path.of("../docs/reference/provider-states.md");
    private static final Path PUBLISHED = Path.of("target/provider-states.json");

    /** The states of the stub, each with the request that makes it and the names of the values that it returns. */
    private JsonNode catalogue;

    @BeforeEach
    void setUpEachState(StubAccount account) {
        StubHttp stub = new StubHttp(account.baseUrl(), null);
        catalogue = stub.administer("GET", PROVIDER_STATES, "");
        for (JsonNode state : catalogue.path("states")) {
            ObjectNode body = JsonMapper.shared().createObjectNode();
            body.set("state", state.path("name"));
            body.putObject("params").put("api_key", account.apiKey());
            JsonNode values = stub.administer("POST", PROVIDER_STATES, body.toString());
            ObjectNode published = (ObjectNode) state;
            new TreeSet<>(values.propertyNames()).forEach(published.putArray("values")::add);
            published
                    .putObject("request")
                    .put("method", "POST")
                    .put("path", "/__admin" + PROVIDER_STATES)
                    .putObject("body")
                    .set("state", state.path("name"));
        }
    }

    @Test
    void areListedOnThePage() throws IOException {
        StateCataloguePage generated = new StateCataloguePage(catalogue.path("states"));
        assertThat(generated.valuesOfAll()).contains("api_key", "pod_uuid", "gpu_uuid");
        String page = Files.readString(PAGE);
        String tables = page.substring(page.indexOf("## States"));
        if (Boolean.getBoolean("provider-states.write")) {
            Files.writeString(PAGE, page.replace(tables, generated.markdown()));
        }
        assertThat(tables)
                .as(
                        "%s differs from the states of the stub; -Dprovider-states.write=true writes it again",
                        PAGE.normalize())
                .isEqualTo(generated.markdown());
    }

    /**
     * The pact has all states that a provider can be brought into. PactsArchiveIT checks that the archive has the file.
     */
    @Test
    void arePublishedAsJson() throws IOException {
        Files.createDirectories(PUBLISHED.getParent());
        Files.writeString(PUBLISHED, catalogue.toPrettyString() + "\n");
        assertThat(catalogue
                        .path("states")
                        .valueStream()
                        .filter(state -> state.has("provider"))
                        .map(state -> state.path("name").asString()))
                .containsExactlyInAnyOrderElementsOf(Pacts.all().stream()
                        .map(interaction -> interaction.given().state())
                        .collect(toSet()));
    }
}
