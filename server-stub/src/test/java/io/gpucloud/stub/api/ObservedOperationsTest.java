package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The setting {@code stub.observed}. With it the stub validates its responses with the observed contract. */
@ExtendWith(GpuCloudStubExtension.class)
class ObservedOperationsTest {

    @AutoClose
    private static final GpuCloudStub OBSERVED = GpuCloudStub.start(
            "stub.observed=true",
            "stub.validate=enforce",
            "stub.clock.frozen=true",
            "stub.instances.server-url=http://127.0.0.1:8188/{instance_uuid}");

    private final Caller observed;
    private final Caller unobserved;

    ObservedOperationsTest(StubAccount account) {
        observed = Caller.of(OBSERVED.baseUrl(), account.apiKey()).unchecked();
        unobserved = Caller.of(account.baseUrl(), account.apiKey()).unchecked();
    }

    private static String create(Caller caller) {
        return caller.create("gpu-rtx-4090").textAt("/data/instance_uuid");
    }

    private static void advance(Caller caller, int seconds) {
        caller.admin("POST", "/clock/advance", "{\"seconds\":" + seconds + "}");
    }

    private static Answer act(Caller caller, String action, String uuid, String more) {
        return caller.post("/instance/" + action, "{\"instance_uuid\":\"" + uuid + "\"" + more + "}");
    }

    @Test
    void leadsThroughTheObservedLifeCycle() {
        assertThat(observed.get("/instance/info?instance_uuid=none").code()).isEqualTo(-1);
        String uuid = create(observed);
        String info = "/instance/info?instance_uuid=" + uuid;
        assertThat(observed.get(info).intAt("/data/status")).isEqualTo(1);
        assertThat(observed.get(info).at("/data/server_map").isMissingNode()).isTrue();

        advance(observed, 20);
        Answer running = observed.get(info);
        assertThat(running.intAt("/data/status")).isEqualTo(2);
        assertThat(running.textAt("/data/server_url/0")).isEqualTo("http://127.0.0.1:8188/" + uuid);
        assertThat(running.textAt("/data/server_map/0/title")).isEqualTo("ComfyUI");
        assertThat(running.textAt("/data/server_map/0/url")).isEqualTo("http://127.0.0.1:8188/" + uuid);
        assertThat(running.textAt("/data/server_map/1/port_type")).isEqualTo("ssh");
        assertThat(running.textAt("/data/server_map/1/ssh_info/password")).startsWith("stub-");
        assertThat(act(observed, "restart", uuid, "").code()).isZero();
        assertThat(observed.get(info).intAt("/data/status")).isEqualTo(27);

        advance(observed, 20);
        assertThat(act(observed, "shutdown", uuid, "").code()).isZero();
        assertThat(observed.get(info).intAt("/data/status")).isEqualTo(21);
        assertThat(act(observed, "shutdown", uuid, "").code()).isEqualTo(-1);

        advance(observed, 10);
        assertThat(observed.get(info).intAt("/data/status")).isEqualTo(22);
        assertThat(act(observed, "startup", uuid, ",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":2")
                        .code())
                .isZero();
        Answer starting = observed.get(info);
        assertThat(starting.intAt("/data/status")).isEqualTo(24);
        assertThat(starting.textAt("/data/gpu_uuid")).isEqualTo("gpu-l40s");
        assertThat(starting.intAt("/data/gpu_nums")).isEqualTo(2);
    }

    @Test
    void listsPagesOnRequestAndTheTotal() {
        create(observed);
        String older = create(observed);
        create(observed);
        assertThat(observed.get("/instance/list").at("/data/instance_list")).hasSize(3);
        assertThat(observed.get("/instance/list").intAt("/data/total")).isEqualTo(3);
        Answer page = observed.get("/instance/list?page=2&page_size=1");
        assertThat(page.textAt("/data/instance_list/0/instance_uuid")).isEqualTo(older);
        assertThat(page.intAt("/data/total")).isEqualTo(3);
    }

    @Test
    void namesTheSettingIfItIsOff() {
        String uuid = create(unobserved);
        for (Answer off : new Answer[] {
            unobserved.get("/instance/info?instance_uuid=" + uuid), act(unobserved, "shutdown", uuid, "")
        }) {
            assertThat(off.status()).isEqualTo(404);
            assertThat(off.textAt("/msg")).contains("stub.observed=true");
        }
        assertThat(unobserved.get("/instance/list").at("/data/total").isMissingNode())
                .isTrue();
        assertThat(unobserved.get("/instance/list?page=none").code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu_uuid\":\"gpu-a100-80g\"", "gpu_nums\":2"})
    void rejectsAStartOnOtherGpusIfItIsOff(String member) {
        Answer rejected = act(unobserved, "startup", "any", ",\"" + member);
        assertThat(rejected.status()).isEqualTo(400);
        assertThat(rejected.code()).isEqualTo(400);
        assertThat(rejected.textAt("/data/field")).isEqualTo(member.replaceFirst("\".*", ""));
        assertThat(rejected.text()).contains("stub.observed=true");
    }

    @Test
    void ignoresOtherGpusIfThatIsSet() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.assumptions.undocumented-startup-members=ignore")) {
            assertThat(act(Caller.of(stub.baseUrl(), "demo-key"), "startup", "none", ",\"gpu_nums\":2")
                            .code())
                    .isEqualTo(-1);
        }
    }
}
