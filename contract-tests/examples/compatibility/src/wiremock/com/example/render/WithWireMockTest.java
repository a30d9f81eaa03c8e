package com.example.render;

import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.gpucloud.client.GpuCloudClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Before, with WireMock: every answer is written down, and so is how one leads to the next. */
class WithWireMockTest {

    @RegisterExtension
    static final WireMockExtension CLOUD = WireMockExtension.newInstance().build();

    @Test
    void rentsAndGivesBack() {
        CLOUD.stubFor(
                post("/api/open/v2/instance/create_by_pod")
                        .inScenario("instance")
                        .willSetStateTo("created")
                        .willReturn(
                                okJson(
                                        "{\"code\":0,\"msg\":\"success\",\"data\":{\"instance_uuid\":\"i-1\",\"status\":1,\"title\":\"render\"}}")));
        CLOUD.stubFor(get("/api/open/v2/instance/list")
                .inScenario("instance")
                .whenScenarioStateIs("created")
                .willSetStateTo("booted")
                .willReturn(list("{\"instance_uuid\":\"i-1\",\"status\":1,\"title\":\"render\"}")));
        CLOUD.stubFor(get("/api/open/v2/instance/list")
                .inScenario("instance")
                .whenScenarioStateIs("booted")
                .willReturn(list("{\"instance_uuid\":\"i-1\",\"status\":2,\"title\":\"render\"}")));
        CLOUD.stubFor(post("/api/open/v2/instance/destroy")
                .withRequestBody(equalToJson("{\"instance_uuid\":\"i-1\"}"))
                .inScenario("instance")
                .willSetStateTo("destroyed")
                .willReturn(okJson("{\"code\":0,\"msg\":\"success\"}")));
        CLOUD.stubFor(get("/api/open/v2/instance/list")
                .inScenario("instance")
                .whenScenarioStateIs("destroyed")
                .willReturn(list("")));
        RenderFarm farm = new RenderFarm(GpuCloudClient.builder()
                .baseUrl(CLOUD.baseUrl() + "/api/open/v2")
                .apiKey("demo-key")
                .build());

        String id = farm.rent();
        assertThat(farm.isReady(id)).isFalse();
        assertThat(farm.isReady(id)).isTrue();
        farm.giveBack(id);
        assertThat(farm.isReady(id)).isFalse();
    }

    private static ResponseDefinitionBuilder list(String instances) {
        return okJson("{\"code\":0,\"msg\":\"success\",\"data\":{\"instance_list\":[" + instances + "]}}");
    }
}
