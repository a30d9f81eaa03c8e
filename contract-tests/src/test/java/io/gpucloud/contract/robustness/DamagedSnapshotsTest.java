package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A snapshot is restored completely, or rejected with a reason. In both cases the state can be read afterwards. */
@Tag("ci")
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

    @Test
    void areRestoredOrRejectedWithAReason() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=off", "stub.clock.frozen=true")) {
            StubHttp http = new StubHttp(stub.baseUrl(), "demo-key");
            live(http);
            JsonNode whole = http.admin("GET", "/snapshot", "").json();
            Map<String, String> damaged = new LinkedHashMap<>();
            damage(whole, whole, "", damaged);
            List<String> wrong = new ArrayList<>();
            damaged.forEach((what, body) -> {
                StubHttp.Response put = http.admin("PUT", "/snapshot", body);
                if (!List.of(204, 400, 409).contains(put.status()) || put.body().contains("java.")) {
                    wrong.add(what + ": returned " + put.status() + " " + put.body());
                }
                // A rejected snapshot has changed nothing.
                for (String path : put.status() == 204 ? READ : List.<String>of()) {
                    if (!READABLE.contains(
                            http.send("GET", stub.baseUrl().resolve(path), "").status())) {
                        wrong.add(what + ": cannot be read at " + path);
                        http.admin("PUT", "/snapshot", whole.toString());
                    }
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(damaged).hasSizeGreaterThan(500);
            System.out.println("damaged snapshots: " + damaged.size());
        }
    }

    /** An account with at least one record of each kind. */
    private static void live(StubHttp http) {
        try (GpuCloudClient client = StubClient.of(http.base(), "demo-key")) {
            String id = client.instances().create(StubClient.SPEC).instanceUuid();
            http.admin("POST", "/clock/advance", "{\"seconds\":4000}");
            client.instances().saveImage(id);
        }
        http.admin("POST", "/faults", "{\"status\":429,\"probability\":0.5,\"api_key\":\"demo-key-poor\"}");
        http.admin("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"demo-key\"}");
        String stock = "{\"gpu_uuid\":\"gpu-rtx-4090\",\"stock\":4,\"schedule\":[{\"at\":1,\"stock\":2}]}";
        http.admin("PUT", "/accounts/demo-key", "{\"stock\":[" + stock + "]}");
        http.admin("PUT", "/clock?account=demo-key", "{\"speed\":60}");
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
