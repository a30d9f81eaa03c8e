package com.example.farm;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Before: the JDK's HTTP client and JSON by hand. */
final class RawFarm implements Farm {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private final String baseUrl;
    private final String apiKey;

    RawFarm(String baseUrl, String apiKey) {
        this.baseUrl = baseUrl;
        this.apiKey = apiKey;
    }

    @Override
    public String rent(String pod, String gpu) {
        return call("POST", "/instance/create_by_pod", Map.of("pod_uuid", pod, "gpu_uuid", gpu, "gpu_nums", 1))
                .at("/data/instance_uuid")
                .stringValue();
    }

    @Override
    public boolean isReady(String id) {
        for (JsonNode instance : call("GET", "/instance/list", null).at("/data/instance_list")) {
            if (instance.path("instance_uuid").asString().equals(id)) {
                return instance.path("status").asInt() == 2;
            }
        }
        return false;
    }

    @Override
    public void giveBack(String id) {
        call("POST", "/instance/destroy", Map.of("instance_uuid", id));
    }

    private JsonNode call(String method, String path, Map<String, Object> body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + apiKey)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            JsonNode envelope = JSON.readTree(response.body());
            // A business error has HTTP status 200 and a code other than 0.
            if (response.statusCode() != 200 || envelope.path("code").asInt() != 0) {
                throw new IllegalStateException(path + " was rejected: " + response.body());
            }
            return envelope;
        } catch (IOException lost) {
            // It is unknown whether the instance was created and is billed.
            throw new IllegalStateException(path + " got no response", lost);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
