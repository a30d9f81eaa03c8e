package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.StubHttp;
import java.net.URI;
import tools.jackson.databind.JsonNode;

/** The {@code /__admin} API of a stub for provider states, called over HTTP. */
record ProviderStateApi(URI stub) {

    static final String PROVIDER_STATES = "/__admin/pact/provider-states";

    JsonNode get(String path) {
        return send("GET", path, "");
    }

    JsonNode post(String path, JsonNode body) {
        return send("POST", path, body.toString());
    }

    private JsonNode send(String method, String path, String body) {
        StubHttp.Response response = new StubHttp(stub, null).send(method, stub.resolve(path), body);
        assertThat(response.status())
                .as("%s %s: %s", method, path, response.body())
                .isEqualTo(200);
        return response.json();
    }
}
