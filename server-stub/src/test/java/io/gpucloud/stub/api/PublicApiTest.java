package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PublicApiTest extends AccountTestBase {

    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");

    @BeforeEach
    void freeze() {
        String frozen = "{\"now\":" + NEW_YEAR.getEpochSecond() + ",\"frozen\":true}";
        assertThat(caller.admin("PUT", "/clock?account=" + key, frozen).status())
                .isEqualTo(200);
    }

    private void advance(Duration time) {
        Answer advanced =
                caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":" + time.toSeconds() + "}");
        assertThat(advanced.status()).isEqualTo(200);
    }

    private String running() {
        Answer created = caller.post(
                "/instance/create_by_pod",
                "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":2}");
        advance(Duration.ofSeconds(20));
        return created.textAt("/data/instance_uuid");
    }

    @Test
    void instancesHaveTheFormOfTheContract() {
        String uuid = running();
        caller.post(
                "/instance/shutdown_timer",
                "{\"instance_uuid\":\"" + uuid + "\",\"shutdown_time\":60,\"enable\":true}");
        assertThat(caller.get("/instance/list").text())
                .isEqualTo("{\"code\":0,\"msg\":\"success\",\"data\":{\"instance_list\":[{"
                        + "\"instance_uuid\":\"" + uuid + "\",\"status\":2,\"title\":\"ComfyUI\","
                        + "\"create_time\":1767225600,\"start_time\":1767225620,\"charging_type\":1,"
                        + "\"shutdown_regular\":{\"shutdown_time\":1767229220,\"enable\":true},"
                        + "\"image_uuid\":\"pod-comfyui\",\"image_name\":\"ComfyUI\",\"image_tag\":\"0.3\","
                        + "\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_name\":\"NVIDIA GeForce RTX 4090\",\"gpu_nums\":2,"
                        + "\"server_url\":[\"https://" + uuid.substring(0, 8)
                        + ".gpu-cloud.invalid:8443\"]}]}}");
    }

    @Test
    void listedInstancesHaveTheirAddressesBeforeTheyRun() {
        caller.create("gpu-rtx-4090");
        Answer listed = caller.get("/instance/list");
        assertThat(listed.intAt("/data/instance_list/0/status")).isEqualTo(1);
        assertThat(listed.at("/data/instance_list/0/server_url").toString()).isEqualTo("[]");
    }

    @Test
    void privateImagesHaveTheFormOfTheContract() {
        String uuid = running();
        caller.post(
                "/instance/save_image",
                "{\"instance_uuid\":\"" + uuid + "\",\"image_name\":\"base\",\"remark\":\"warm\"}");
        Answer uploading = caller.get("/image/private/list");
        assertThat(uploading.intAt("/data/image_list/0/save_image_status")).isEqualTo(1);
        assertThat(uploading.at("/data/image_list/0").has("size")).isFalse();
        advance(Duration.ofSeconds(30));
        String image = uploading.textAt("/data/image_list/0/uuid");
        assertThat(caller.get("/image/private/list").text())
                .isEqualTo("{\"code\":0,\"msg\":\"success\",\"data\":{\"image_list\":[{\"title\":\"base\","
                        + "\"uuid\":\"" + image + "\",\"remark\":\"warm\",\"layer_count\":13,\"size\":12.5,"
                        + "\"pod_uuid\":\"pod-comfyui\",\"pod_tag\":\"0.3\",\"save_image_status\":2,"
                        + "\"create_time\":1767225620}],\"total\":1}}");
        assertThat(caller.post("/image/private/delete", "{\"image_uuid\":\"" + image + "\"}")
                        .code())
                .isZero();
        assertThat(caller.get("/image/private/list").intAt("/data/total")).isZero();
    }

    @Test
    void theCatalogShowsWhichGpusAreFree() {
        Answer gpus = caller.get("/gpu/list");
        assertThat(gpus.intAt("/data/gpu_list/0/status")).isEqualTo(1);
        assertThat(gpus.amountAt("/data/gpu_list/0/price/hour")).isEqualByComparingTo("1.98");
        assertThat(gpus.at("/data/gpu_list/1/price").propertyNames()).containsExactly("hour");
        assertThat(gpus.intAt("/data/gpu_list/2/status")).isZero();
    }

    @Test
    void theDemoAccountHasMoneyCardsAndBills() {
        Caller demo = new Caller(caller.origin(), "demo-key");
        Answer balance = demo.get("/balance/info");
        assertThat(balance.text())
                .isEqualTo("{\"code\":0,\"msg\":\"success\",\"data\":{\"balance\":1000.00,\"card_balance\":100.00}}");
        Answer cards = demo.get("/card/list");
        assertThat(cards.intAt("/data/total")).isEqualTo(2);
        assertThat(cards.textAt("/data/card_list/0/status_txt")).isEqualTo("usable");
        assertThat(cards.textAt("/data/card_list/0/bind_txt")).isEqualTo("bound");
        assertThat(cards.textAt("/data/card_list/1/status_txt")).isEqualTo("expired");
        assertThat(cards.textAt("/data/card_list/1/bind_txt")).isEqualTo("released");
        assertThat(cards.textAt("/data/card_list/1/pods/0/title")).isEqualTo("JupyterLab");
    }
}
