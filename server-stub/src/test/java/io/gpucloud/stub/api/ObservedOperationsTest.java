package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The setting {@code stub.observed}. With it the stub validates its responses with the observed contract. */
class ObservedOperationsTest {

    private static final String NEW = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    private static Caller caller(GpuCloudStub stub) {
        return Caller.of(stub.baseUrl(), "tenant-observed").unchecked();
    }

    private static String create(Caller caller) {
        return caller.post("/instance/create_by_pod", NEW).textAt("/data/instance_uuid");
    }

    private static void advance(Caller caller, int seconds) {
        caller.admin("POST", "/clock/advance", "{\"seconds\":" + seconds + "}");
    }

    private static Answer act(Caller caller, String action, String uuid, String more) {
        return caller.post("/instance/" + action, "{\"instance_uuid\":\"" + uuid + "\"" + more + "}");
    }

    @Test
    void leadsThroughTheObservedLifeCycle() {
        try (GpuCloudStub stub = GpuCloudStub.start(
                "stub.observed=true",
                "stub.validate=enforce",
                "stub.clock.frozen=true",
                "stub.instances.server-url=http://127.0.0.1:8188/{instance_uuid}")) {
            Caller caller = caller(stub);
            String uuid = create(caller);
            String info = "/instance/info?instance_uuid=" + uuid;
            assertThat(caller.get(info).intAt("/data/status")).isEqualTo(1);
            assertThat(caller.get(info).at("/data/server_map").isMissingNode()).isTrue();

            advance(caller, 20);
            Answer running = caller.get(info);
            assertThat(running.intAt("/data/status")).isEqualTo(2);
            assertThat(running.textAt("/data/server_url/0")).isEqualTo("http://127.0.0.1:8188/" + uuid);
            assertThat(running.textAt("/data/server_map/0/title")).isEqualTo("ComfyUI");
            assertThat(running.textAt("/data/server_map/0/url")).isEqualTo("http://127.0.0.1:8188/" + uuid);
            assertThat(running.textAt("/data/server_map/1/port_type")).isEqualTo("ssh");
            assertThat(running.textAt("/data/server_map/1/ssh_info/password")).startsWith("stub-");
            assertThat(act(caller, "restart", uuid, "").code()).isZero();
            assertThat(caller.get(info).intAt("/data/status")).isEqualTo(27);

            advance(caller, 20);
            assertThat(act(caller, "shutdown", uuid, "").code()).isZero();
            assertThat(caller.get(info).intAt("/data/status")).isEqualTo(21);
            assertThat(act(caller, "shutdown", uuid, "").code()).isEqualTo(-1);

            advance(caller, 10);
            assertThat(caller.get(info).intAt("/data/status")).isEqualTo(22);
            assertThat(act(caller, "startup", uuid, ",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":2")
                            .code())
                    .isZero();
            Answer starting = caller.get(info);
            assertThat(starting.intAt("/data/status")).isEqualTo(24);
            assertThat(starting.textAt("/data/gpu_uuid")).isEqualTo("gpu-l40s");
            assertThat(starting.intAt("/data/gpu_nums")).isEqualTo(2);
        }
    }

    @Test
    void listsPagesOnRequestAndTheTotal() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.observed=true", "stub.validate=enforce")) {
            Caller caller = caller(stub);
            create(caller);
            String older = create(caller);
            create(caller);
            assertThat(caller.get("/instance/list").at("/data/instance_list")).hasSize(3);
            assertThat(caller.get("/instance/list").intAt("/data/total")).isEqualTo(3);
            Answer page = caller.get("/instance/list?page=2&page_size=1");
            assertThat(page.textAt("/data/instance_list/0/instance_uuid")).isEqualTo(older);
            assertThat(page.intAt("/data/total")).isEqualTo(3);
        }
    }

    @Test
    void returnsMinusOneForAMissingInstance() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.observed=true", "stub.validate=enforce")) {
            Answer missing = caller(stub).get("/instance/info?instance_uuid=none");
            assertThat(missing.status()).isEqualTo(200);
            assertThat(missing.code()).isEqualTo(-1);
        }
    }

    @Test
    void namesTheSettingIfItIsOff() {
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            Caller caller = caller(stub);
            String uuid = create(caller);
            for (Answer off :
                    new Answer[] {caller.get("/instance/info?instance_uuid=" + uuid), act(caller, "shutdown", uuid, "")
                    }) {
                assertThat(off.status()).isEqualTo(404);
                assertThat(off.textAt("/msg")).contains("stub.observed=true");
            }
            assertThat(caller.get("/instance/list").at("/data/total").isMissingNode())
                    .isTrue();
            assertThat(caller.get("/instance/list?page=none").code()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu_uuid\":\"gpu-a100-80g\"", "gpu_nums\":2"})
    void rejectsAStartOnOtherGpusIfItIsOff(String member) {
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            Answer rejected = act(caller(stub), "startup", "any", ",\"" + member);
            assertThat(rejected.status()).isEqualTo(400);
            assertThat(rejected.code()).isEqualTo(400);
            assertThat(rejected.textAt("/data/field")).isEqualTo(member.replaceFirst("\".*", ""));
            assertThat(rejected.text()).contains("stub.observed=true");
        }
    }

    @Test
    void ignoresOtherGpusIfThatIsSet() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.assumptions.undocumented-startup-members=ignore")) {
            assertThat(act(caller(stub), "startup", "none", ",\"gpu_nums\":2").code())
                    .isEqualTo(-1);
        }
    }
}
