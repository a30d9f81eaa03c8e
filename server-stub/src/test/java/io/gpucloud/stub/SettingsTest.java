package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of a stub and their effects. */
class SettingsTest {

    @Test
    void aRateAboveTheLimitIsRejected() {
        try (GpuCloudStub stub =
                GpuCloudStub.start(FrozenRateClockConfiguration.class, "stub.rate-limit.requests-per-second=1")) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            assertThat(caller.get("/gpu/list").status()).isEqualTo(200);

            Answer answer = caller.get("/gpu/list");

            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).hasValue("1");
            assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"too many requests\"}");
            assertThat(new Caller(caller.origin(), "tenant-other")
                            .get("/gpu/list")
                            .status())
                    .isEqualTo(200);
            assertThat(caller.get("/pod/list").status()).isEqualTo(200);
            assertThat(caller.get("/pod/list").status()).isEqualTo(200);
        }
    }

    /** A variable that is not set is an empty token. */
    @Test
    void theAdministrationNeedsNoEmptyToken() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.admin.token=", "stub.tenants.enabled=false")) {
            assertThat(stub.adminToken()).isEmpty();
            assertThat(Caller.of(stub.baseUrl(), null).adminGet("/clock").status())
                    .isEqualTo(200);
            assertThat(Caller.of(stub.baseUrl(), "tenant-1").get("/gpu/list").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void aSeedCanBeEmpty() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.seed=classpath:empty")) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            assertThat(caller.get("/balance/info").text()).contains("\"balance\":0.00,\"card_balance\":0.00");
            assertThat(caller.get("/pod/list").intAt("/data/total")).isEqualTo(4);
        }
    }

    @Test
    void anInvalidSeedStopsTheStartWithFilePlaceAndReason(@TempDir Path folder) throws IOException {
        Path seed = folder.resolve("seed.json");
        Files.writeString(seed, "{\"gpus\":[{\"gpu_uuid\":\"g\",\"gpu_name\":\"G\",\"price\":{}}]}");

        assertThatThrownBy(() -> GpuCloudStub.start("stub.seed=file:" + seed))
                .hasRootCauseMessage("stub.seed file:" + seed + ": gpus[0].price.hour: is required");
    }

    @ParameterizedTest
    @CsvSource({
        "stub.lifecycle.boot=-1s,lifecycle.boot",
        "stub.lifecycle.boot=soon,stub.lifecycle.boot",
        "stub.limits.max-body=-1B,stub.limits.max-body -1B: must be from 1 byte to 2147483639 bytes",
        "stub.lifecycel.boot=1s,stub.lifecycel.boot"
    })
    void aWrongValueStopsTheStartByName(String setting, String name) {
        assertThatThrownBy(() -> GpuCloudStub.start(setting)).hasStackTraceContaining(name);
    }

    @Test
    void aDurationWithoutAUnitIsInSeconds() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=5", "stub.clock.frozen=true")) {
            Caller caller = Caller.of(stub.baseUrl(), "demo-key");
            caller.create("gpu-rtx-4090");
            caller.admin("POST", "/clock/advance", "{\"seconds\":4}");
            assertThat(caller.get("/instance/list").text()).contains("\"status\":1");
            caller.admin("POST", "/clock/advance", "{\"seconds\":1}");
            assertThat(caller.get("/instance/list").text()).contains("\"status\":2");
        }
    }
}
