package io.gpucloud.contract.robustness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP client of a stub that accepts any response. */
record RawHttpClient(URI base, String key) {

    static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":1}";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** A response. */
    record Response(int status, String body) {

        JsonNode at(String path) {
            return JsonMapper.shared().readTree(body).at(path);
        }

        int code() {
            return at("/code").asInt();
        }
    }

    Response get(String operation) {
        return send("GET", base + operation, "");
    }

    Response post(String operation, String json) {
        return send("POST", base + operation, json);
    }

    Response create() {
        return post("/instance/create_by_pod", CREATE);
    }

    Response admin(String method, String path, String json) {
        return send(method, base.resolve("/__admin" + path).toString(), json);
    }

    /** A new account with the given contents, as in a seed, and with a key that no other caller uses. */
    RawHttpClient withNewAccount(String owned) {
        Response made = admin("POST", "/accounts", "{\"seed\":" + owned + "}");
        if (made.status() != 201) {
            throw new AssertionError("was not made: " + made.body());
        }
        return new RawHttpClient(base, made.at("/api_key").asString());
    }

    private Response send(String method, String url, String json) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                    .method(method, BodyPublishers.ofString(json))
                    .header("Authorization", "Bearer " + key);
            if (!json.isEmpty()) {
                request.header("Content-Type", "application/json");
            }
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
