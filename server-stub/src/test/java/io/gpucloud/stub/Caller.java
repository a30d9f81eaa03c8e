package io.gpucloud.stub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who asks a stub over HTTP, by any path and with any header. */
public record Caller(URI origin, @Nullable String apiKey) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String API = "/api/open/v2";

    /** What was answered. */
    public record Answer(int status, Map<String, String> headers, String text) {

        public JsonNode json() {
            return JsonMapper.shared().readTree(text);
        }

        /** A member of the answer by its path, such as {@code /data/status}. */
        public JsonNode at(String path) {
            return json().at(path);
        }

        public int code() {
            return at("/code").intValue();
        }

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    public static Caller of(URI baseUrl, @Nullable String apiKey) {
        return new Caller(baseUrl.resolve("/"), apiKey);
    }

    public Answer get(String operation) {
        return call("GET", API + operation, null);
    }

    public Answer post(String operation, String json) {
        return call("POST", API + operation, json, "Content-Type", "application/json");
    }

    public Answer admin(String method, String path, @Nullable String json) {
        return call(method, "/__admin" + path, json, "Content-Type", "application/json");
    }

    public Answer call(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(origin.resolve(path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (apiKey != null && path.startsWith(API)) {
            request.header("Authorization", "Bearer " + apiKey);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request.build());
    }

    private static Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
            return new Answer(response.statusCode(), headers, response.body());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopping);
        }
    }
}
