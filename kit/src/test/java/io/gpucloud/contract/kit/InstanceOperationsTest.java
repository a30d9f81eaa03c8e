package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Which GPU model the kit rents. */
@Tag("ci")
class InstanceOperationsTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    @AfterEach
    void destroyInstances() {
        RUNS.destroyInstances();
    }

    private static Settings creating(ModifyingProxy service) {
        return service.settings("--only=createInstanceByPod");
    }

    /** The first models show no price, and the others a high one. */
    private static ProxiedResponse priced(ProxiedResponse response, int without) {
        JsonNode json = JsonMapper.shared().readTree(response.body());
        int index = 0;
        for (JsonNode gpu : json.at("/data/gpu_list")) {
            ((ObjectNode) gpu).remove("price");
            if (index++ >= without) {
                ((ObjectNode) gpu).putObject("price").put("hour", 50);
            }
        }
        return response.body(json.toString());
    }

    @Test
    void rentsNoModelWithoutAPrice() {
        String unpriced = RUNS.service().call("listGpus").string("/data/gpu_list/0/gpu_uuid");
        List<String> created = new ArrayList<>();
        UnaryOperator<ProxiedResponse> modify = response -> {
            if (response.request().contains("/instance/create")) {
                JsonNode gpu = JsonMapper.shared().readTree(response.body()).at("/data/gpu_uuid");
                gpu.asStringOpt().ifPresent(created::add);
            }
            return response.request().contains("/gpu/list") ? priced(response, 1) : response;
        };
        try (ModifyingProxy service = RUNS.proxy(modify)) {
            RUNS.run(creating(service));
        }
        assertThat(created).isNotEmpty().doesNotContain(unpriced);
    }

    @Test
    void rentsNothingIfNoModelShowsAPrice() {
        try (ModifyingProxy service = RUNS.proxy(ModifyingProxy.on("/gpu/list", response -> priced(response, 100)))) {
            assertThat(KitRuns.reasons(RUNS.run(creating(service)))).contains("no available GPU model has a price");
        }
    }
}
