package io.gpucloud.testing;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;
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

/** Calls {@code /__admin} of a stub. */
final class AdminApi {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final URI origin;
    private final @Nullable String token;

    AdminApi(URI origin, @Nullable String token) {
        this.origin = origin;
        this.token = token;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    JsonObject get(String path) {
        return call("GET", path, null);
    }

    JsonObject put(String path, JsonObject body) {
        return call("PUT", path, body);
    }

    JsonObject post(String path, @Nullable JsonObject body) {
        return call("POST", path, body);
    }

    void delete(String path) {
        call("DELETE", path, null);
    }

    private JsonObject call(String method, String path, @Nullable JsonObject body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(origin.resolve("/__admin" + path))
                .timeout(TIMEOUT)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> response = send(request.build());
        if (response.statusCode() >= 300) {
            throw new IllegalArgumentException("The stub rejected " + method + " /__admin" + path + " with HTTP "
                    + response.statusCode() + ": " + reason(response.body()));
        }
        return response.body().isEmpty()
                ? new JsonObject()
                : Json.parse(response.body()).asObject();
    }

    private static String reason(String body) {
        try {
            JsonValue problem = Json.parse(body);
            if (problem.isObject()) {
                String member = problem.asObject().getString("member", "");
                return (member.isEmpty() ? "" : member + " ")
                        + problem.asObject().getString("detail", body);
            }
        } catch (ParseException notJson) {
            // The text is all there is.
        }
        return body;
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return Http.CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException unreachable) {
            throw new UncheckedIOException(
                    "The stub at " + origin + " cannot be reached. Is it still running?", unreachable);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The thread was interrupted during a call of the stub.", stopping);
        }
    }

    /** Created at the first call. A test that only uses the public API does not pay for it. */
    private static final class Http {
        static final HttpClient CLIENT = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
    }
}
