package io.gpucloud.contract.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
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

    /** The identifiers of the listed instances. */
    public List<String> instances() {
        return get("/instance/list")
                .at("/data/instance_list")
                .valueStream()
                .map(instance -> instance.path("instance_uuid").asString())
                .toList();
    }

    /** Calls {@code /__admin}, with the rest of the path. */
    public Response admin(String method, String path, String json) {
        return send(method, base.resolve("/__admin" + path), json);
    }

    /** Calls {@code /__admin}, with the rest of the path. The call must succeed. Returns the body. */
    public JsonNode administer(String method, String path, String json) {
        Response response = admin(method, path, json);
        if (response.status() >= 300) {
            throw new AssertionError(method + " " + path + " was rejected: " + response.body());
        }
        return response.json();
    }

    /** The latest requests to an operation, as many as the journal shows. */
    public List<JsonNode> requests(String operation) {
        return administer("GET", "/requests?limit=10000&operation=" + operation, "")
                .path("requests")
                .valueStream()
                .toList();
    }

    /** A client of a new account with the given contents, as in a seed, and with a key that no other caller uses. */
    public StubHttp withNewAccount(String owned) {
        JsonNode account = administer("POST", "/accounts", "{\"seed\":" + owned + "}");
        return new StubHttp(base, account.path("api_key").asString());
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
