package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The portal's page of Pact states, which is built without the stub, lists what the stub knows. */
class StateCatalogueTest {

    @Test
    void isThatOfTheStub() throws Exception {
        String page = Files.readString(Path.of("../openapi/portal/states.md"));
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            HttpRequest request = HttpRequest.newBuilder(stub.baseUrl().resolve("/__admin/pact/provider-states"))
                    .build();
            String answer = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body();
            JsonNode states = JsonMapper.shared().readTree(answer).at("/states");
            assertThat(page.substring(page.indexOf("\n## "))).isEqualTo(listed(states));
        }
    }

    private static String listed(JsonNode states) {
        StringBuilder text = new StringBuilder();
        for (JsonNode state : states) {
            text.append("\n## %s\n\n%s\n".formatted(member(state, "name"), member(state, "effect")));
            text.append("\n| Parameter | Default | Meaning |\n|---|---|---|\n");
            for (JsonNode parameter : state.at("/parameters")) {
                text.append("| `%s` | `%s` | %s |\n"
                        .formatted(
                                member(parameter, "name"),
                                member(parameter, "default"),
                                member(parameter, "description")));
            }
        }
        return text.toString();
    }

    private static String member(JsonNode node, String name) {
        return node.path(name).stringValue();
    }
}
