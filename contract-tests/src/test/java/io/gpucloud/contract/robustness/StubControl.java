package io.gpucloud.contract.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** Calls the {@code /__admin} API of a stub. */
public record StubControl(URI base) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    public JsonNode get(String call) {
        return send(call, HttpRequest.newBuilder());
    }

    public JsonNode post(String call, String json) {
        return send(call, HttpRequest.newBuilder().POST(BodyPublishers.ofString(json)));
    }

    public JsonNode put(String call, String json) {
        return send(call, HttpRequest.newBuilder().PUT(BodyPublishers.ofString(json)));
    }

    public void delete(String call) {
        send(call, HttpRequest.newBuilder().DELETE());
    }

    /** The latest requests to an operation, as many as the journal shows. */
    public List<JsonNode> requests(String operation) {
        return get("requests?limit=10000&operation=" + operation)
                .path("requests")
                .valueStream()
                .toList();
    }

    private JsonNode send(String call, HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(
                    request.uri(base.resolve("/__admin/" + call))
                            .header("Content-Type", "application/json")
                            .build(),
                    BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new AssertionError(call + " was rejected: " + response.body());
            }
            return response.body().isEmpty()
                    ? JsonNodeFactory.instance.missingNode()
                    : JsonMapper.shared().readTree(response.body());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopping);
        }
    }
}
