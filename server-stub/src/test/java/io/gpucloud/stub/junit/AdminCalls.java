package io.gpucloud.stub.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Calls to the administration of a stub. */
final class AdminCalls {

    static final JsonMapper JSON = JsonMapper.shared();

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final URI origin;
    private final @Nullable String token;

    AdminCalls(URI origin, @Nullable String token) {
        this.origin = origin;
        this.token = token;
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    JsonNode get(String path) {
        return call("GET", path, null);
    }

    JsonNode put(String path, JsonNode body) {
        return call("PUT", path, body);
    }

    JsonNode post(String path, JsonNode body) {
        return call("POST", path, body);
    }

    void delete(String path) {
        call("DELETE", path, null);
    }

    private JsonNode call(String method, String path, @Nullable JsonNode body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(origin.resolve("/__admin" + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> response = send(request.build());
        if (response.statusCode() >= 300) {
            throw new IllegalArgumentException(
                    method + " /__admin" + path + " was refused: " + refusal(response.body()));
        }
        return response.body().isEmpty() ? JsonNodeFactory.instance.missingNode() : JSON.readTree(response.body());
    }

    private static String refusal(String body) {
        JsonNode problem = JSON.readTree(body);
        String member = problem.path("member").asString("");
        return (member.isEmpty() ? "" : member + " ") + problem.path("detail").asString(body);
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (IOException unreachable) {
            throw new UncheckedIOException("the stub does not answer", unreachable);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the stub was asked", stopping);
        }
    }
}
