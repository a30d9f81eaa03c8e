package io.gpucloud.contract.support;

import java.net.URI;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Calls the {@code /__admin} API of a stub. Each call must succeed. */
public record StubControl(URI base) {

    public JsonNode get(String call) {
        return send("GET", call, "");
    }

    public JsonNode post(String call, String json) {
        return send("POST", call, json);
    }

    public JsonNode put(String call, String json) {
        return send("PUT", call, json);
    }

    public void delete(String call) {
        send("DELETE", call, "");
    }

    /** The latest requests to an operation, as many as the journal shows. */
    public List<JsonNode> requests(String operation) {
        return get("requests?limit=10000&operation=" + operation)
                .path("requests")
                .valueStream()
                .toList();
    }

    private JsonNode send(String method, String call, String json) {
        StubHttp.Response response = new StubHttp(base, null).admin(method, "/" + call, json);
        if (response.status() >= 300) {
            throw new AssertionError(call + " was rejected: " + response.body());
        }
        return response.json();
    }
}
