package io.gpucloud.stub.cluster;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client for one stub. */
record Http(URI origin) {

    /** Sent to the administration of every stub. Stubs without a token ignore it. */
    static final String ADMIN_TOKEN = "token-of-the-tests";

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** A response. */
    record Response(int status, String body) {
        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        int code() {
            return json().path("code").asInt();
        }

        String text(String pointer) {
            return json().at(pointer).asString();
        }
    }

    static Http of(GpuCloudStub stub) {
        return new Http(stub.baseUrl().resolve("/"));
    }

    Response get(String key, String path) {
        return send("GET", "/api/open/v2" + path, key, null);
    }

    Response post(String key, String path, String body) {
        return send("POST", "/api/open/v2" + path, key, body);
    }

    Response admin(String method, String path, String... body) {
        return send(method, "/__admin" + path, null, body.length == 0 ? null : body[0]);
    }

    Response send(String method, String path, @Nullable String key, @Nullable String body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(origin.resolve(path)).timeout(Duration.ofSeconds(40));
        if (key != null || path.startsWith("/__admin") || path.startsWith("/actuator")) {
            request.header("Authorization", "Bearer " + (key == null ? ADMIN_TOKEN : key));
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        request.method(
                method,
                body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Response(response.statusCode(), response.body());
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Whether the stub responds. */
    boolean responds() {
        try {
            return send("GET", "/actuator/health", null, null).status() > 0;
        } catch (IllegalStateException nobody) {
            return false;
        }
    }

    /** Whether the account is available. */
    boolean serves(String key) {
        try {
            return get(key, "/instance/list").status() == 200;
        } catch (IllegalStateException nobody) {
            return false;
        }
    }

    /** Creates an instance of the default seed. */
    Response create(String key) {
        return post(
                key,
                "/instance/create_by_pod",
                "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}");
    }
}
