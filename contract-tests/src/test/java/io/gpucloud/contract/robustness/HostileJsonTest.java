package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostileJsonTest {

    @Test
    void writesValuesThatAreNotJsonAsTheyAre() {
        assertThat(HostileJson.bodies(Map.of("pod_uuid", "x", "gpu_nums", 1), Set.of("gpu_nums"))
                        .get("gpu_nums: as nul"))
                .contains("\"gpu_nums\":nul", "\"pod_uuid\":\"x\"");
    }
}
