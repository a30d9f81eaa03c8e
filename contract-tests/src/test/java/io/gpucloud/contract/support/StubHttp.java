package io.gpucloud.contract.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * An HTTP client of a stub that accepts any response.
 *
 * @param base the base address with the version, or any other address of the stub for {@code /__admin} only
 * @param key the API key, null for requests without one
 */
public record StubHttp(URI base, @Nullable String key) {

    /** The body of a create request. */
    public static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":1}";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** A response. */
    public record Response(int status, String body) {

        /** The body, missing if it is empty. */
        public JsonNode json() {
            return body.isEmpty()
                    ? MissingNode.getInstance()
                    : JsonMapper.shared().readTree(body);
        }

        public JsonNode at(String path) {
            return json().at(path);
        }

        public int code() {
            return at("/code").intValue();
        }
    }

    public Response get(String operation) {
        return send("GET", URI.create(base + operation), "");
    }

    public Response post(String operation, String json) {
        return send("POST", URI.create(base + operation), json);
    }

    public Response create() {
        return post("/instance/create_by_pod", CREATE);
    }

    /** Calls {@code /__admin}, with the rest of the path. */
    public Response admin(String method, String path, String json) {
        return send(method, base.resolve("/__admin" + path), json);
    }

    /** A client of a new account with the given contents, as in a seed, and with a key that no other caller uses. */
    public StubHttp withNewAccount(String owned) {
        Response made = admin("POST", "/accounts", "{\"seed\":" + owned + "}");
        if (made.status() != 201) {
            throw new AssertionError("was not made: " + made.body());
        }
        return new StubHttp(base, made.at("/api_key").asString());
    }

    /** Sends a request, with a JSON body unless it is empty. */
    public Response send(String method, URI target, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target).method(method, BodyPublishers.ofString(json));
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        if (!json.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Response(response.statusCode(), response.body());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopping);
        }
    }
}
