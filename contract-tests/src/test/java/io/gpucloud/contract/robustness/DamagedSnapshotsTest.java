package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A snapshot is restored completely, or rejected with a reason. In both cases the state can be read afterwards. */
class DamagedSnapshotsTest {

    private static final List<String> VALUES = List.of("null", "9223372036854775807", "\"x\"", "{}");

    private static final List<String> READ = List.of(
            "/__admin/snapshot",
            "/__admin/faults",
            "/api/open/v2/instance/list",
            "/api/open/v2/image/private/list",
            "/api/open/v2/bill/list",
            "/api/open/v2/card/list",
            "/api/open/v2/recharge/list");

    /** Includes accounts of a key that was removed, and faults that now apply to all keys. */
    private static final Set<Integer> READABLE = Set.of(200, 401, 429);

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> call(URI uri, HttpRequest.Builder request) {
        try {
            return http.send(
                    request.uri(uri)
                            .header("Content-Type", "application/json")
                            .header("Authorization", "Bearer demo-key")
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopping) {
            throw new IllegalStateException(stopping);
        }
    }

    @Test
    void areRejectedWithAReason() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=off", "stub.clock.frozen=true")) {
            URI snapshot = stub.baseUrl().resolve("/__admin/snapshot");
            live(stub);
            JsonNode whole = JsonMapper.shared()
                    .readTree(call(snapshot, HttpRequest.newBuilder()).body());
            Map<String, String> damaged = new LinkedHashMap<>();
            damage(whole, whole, "", damaged);
            List<String> wrong = new ArrayList<>();
            damaged.forEach((what, body) -> {
                HttpResponse<String> put = put(snapshot, body);
                if (!List.of(204, 400, 409).contains(put.statusCode())
                        || put.body().contains("java.")) {
                    wrong.add(what + ": returned " + put.statusCode() + " " + put.body());
                }
                // A rejected snapshot has changed nothing.
                for (String path : put.statusCode() == 204 ? READ : List.<String>of()) {
                    if (!READABLE.contains(call(stub.baseUrl().resolve(path), HttpRequest.newBuilder())
                            .statusCode())) {
                        wrong.add(what + ": cannot be read at " + path);
                        put(snapshot, whole.toString());
                    }
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(damaged).hasSizeGreaterThan(500);
            System.out.println("damaged snapshots: " + damaged.size());
        }
    }

    private HttpResponse<String> put(URI snapshot, String body) {
        return call(snapshot, HttpRequest.newBuilder().PUT(BodyPublishers.ofString(body)));
    }

    /** An account with at least one record of each kind. */
    private void live(GpuCloudStub stub) {
        URI admin = stub.baseUrl().resolve("/__admin/");
        try (GpuCloudClient client = GpuCloudClient.forStub(admin.resolve("/").toString(), "demo-key")) {
            String id = client.instances()
                    .createByPod(PodInstanceSpec.builder()
                            .podUuid("pod-comfyui")
                            .gpuUuid("gpu-rtx-4090")
                            .build())
                    .instanceUuid();
            call(
                    admin.resolve("clock/advance"),
                    HttpRequest.newBuilder().POST(BodyPublishers.ofString("{\"seconds\":4000}")));
            client.instances().saveImage(id);
        }
        for (String fault : List.of(
                "{\"status\":429,\"probability\":0.5,\"api_key\":\"demo-key-poor\"}",
                "{\"effect\":\"never_boot\",\"api_key\":\"demo-key\"}")) {
            call(admin.resolve("faults"), HttpRequest.newBuilder().POST(BodyPublishers.ofString(fault)));
        }
        call(
                admin.resolve("accounts/demo-key/gpus/gpu-rtx-4090"),
                HttpRequest.newBuilder()
                        .PUT(BodyPublishers.ofString("{\"stock\":4,\"schedule\":[{\"at\":1,\"stock\":2}]}")));
        call(
                admin.resolve("accounts/demo-key/clock"),
                HttpRequest.newBuilder().PUT(BodyPublishers.ofString("{\"speed\":60}")));
    }

    /** Each value of the document: removed, duplicated, and replaced. */
    private static void damage(JsonNode root, JsonNode at, String path, Map<String, String> damaged) {
        if (at instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.get(name);
                damage(root, value, path + "/" + name, damaged);
                object.remove(name);
                damaged.put(path + "/" + name + " left out", root.toString());
                for (String other : VALUES) {
                    object.set(name, JsonMapper.shared().readTree(other));
                    damaged.put(path + "/" + name + " " + other, root.toString());
                }
                object.set(name, value);
            }
        } else if (at instanceof ArrayNode array && !array.isEmpty()) {
            damage(root, array.get(0), path + "/0", damaged);
            array.add(array.get(0));
            damaged.put(path + " doubled", root.toString());
            array.remove(array.size() - 1);
        }
    }
}
