package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The identifiers of an account after its reset. */
class IdentifiersAfterResetTest {

    private static final String SEED = """
            {"account": "tenant-a", "seed": {
              "recharges": [{"amount": 100, "trade_offset": "-P1D"}],
              "images": [{"title": "base"}],
              "instances": [{"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-l40s", "gpu_nums": 4, "status": 22}]}}
            """;

    @AutoClose
    private static final GpuCloudStub STUB = start();

    private final Caller caller = Caller.of(STUB.baseUrl(), "tenant-a");

    private static GpuCloudStub start() {
        return GpuCloudStub.start(
                "stub.clock.now=2000000000", "stub.clock.frozen=true", "stub.lifecycle.boot=0s", "stub.tenants.max=2");
    }

    @BeforeEach
    void resetTheStub() {
        caller.admin("POST", "/reset", null);
    }

    private static String create(Caller caller) {
        return caller.create("gpu-l40s").textAt("/data/instance_uuid");
    }

    private void reset() {
        assertThat(caller.admin("POST", "/reset?account=tenant-a", null).status())
                .isEqualTo(204);
    }

    private String seeded(String list) {
        return caller.get(list).at("/data").toString();
    }

    @Test
    void identifiersOfEarlierInstancesAreNotUsedAgain() {
        Set<String> identifiers = new HashSet<>();
        for (int resets = 0; resets < 3; resets++) {
            for (int instances = 0; instances < 3; instances++) {
                assertThat(identifiers.add(create(caller))).isTrue();
            }
            reset();
        }
    }

    @Test
    void theContentsOfTheSeedKeepTheirIdentifiers() {
        caller.admin("POST", "/accounts", SEED);
        String instances = seeded("/instance/list");
        String images = seeded("/image/private/list");
        create(caller);
        reset();
        assertThat(seeded("/instance/list")).isEqualTo(instances);
        assertThat(seeded("/image/private/list")).isEqualTo(images);
        create(caller);
        assertThat(caller.get("/instance/list").at("/data/instance_list")).hasSize(2);
    }

    @Test
    void twoStubsWithTheSameCallsGiveTheSameIdentifiers() {
        create(caller);
        reset();
        String identifier = create(caller);
        try (GpuCloudStub other = start()) {
            Caller second = Caller.of(other.baseUrl(), "tenant-a");
            create(second);
            second.admin("POST", "/reset?account=tenant-a", null);
            assertThat(create(second)).isEqualTo(identifier);
        }
    }

    @Test
    void identifiersContinueInARestoredSnapshot() {
        String earlier = create(caller);
        reset();
        String snapshot = caller.adminGet("/snapshot").text();
        String identifier = create(caller);
        caller.admin("PUT", "/snapshot", snapshot);
        assertThat(create(caller)).isEqualTo(identifier).isNotEqualTo(earlier);
    }
}
