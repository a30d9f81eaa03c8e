package io.gpucloud.contract.pact;

import static java.net.http.HttpRequest.BodyPublishers.noBody;
import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The {@code /__admin} API of a stub for provider states, called over HTTP. */
record ProviderStateApi(URI stub) {

    static final String PROVIDER_STATES = "/__admin/pact/provider-states";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    JsonNode get(String path) {
        return send("GET", path, noBody());
    }

    JsonNode post(String path, JsonNode body) {
        return send("POST", path, ofString(body.toString()));
    }

    private JsonNode send(String method, String path, BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(stub.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, body)
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
            assertThat(response.statusCode())
                    .as("%s %s: %s", method, path, response.body())
                    .isEqualTo(200);
            return JsonMapper.shared().readTree(response.body());
        } catch (IOException | InterruptedException unreachable) {
            throw new IllegalStateException("the stub does not respond", unreachable);
        }
    }
}
