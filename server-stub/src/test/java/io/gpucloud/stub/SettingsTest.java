package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;

/** The settings of a stub and their effects. */
class SettingsTest {

    @Nested
    class Limits {

        @Test
        void letInAsManyRequestsASecondAsTheySay() {
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

        @Test
        void openNoTenantsWhereThereAreNone() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.tenants.enabled=false")) {
                assertThat(Caller.of(stub.baseUrl(), "tenant-1")
                                .get("/gpu/list")
                                .status())
                        .isEqualTo(401);
            }
        }
    }

    @Nested
    class TheAdministration {

        @Test
        void asksForNoneWhereItIsEmptyAsAnUnsetVariableIs() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.admin.token=")) {
                assertThat(stub.adminToken()).isEmpty();
                assertThat(Caller.of(stub.baseUrl(), null).adminGet("/clock").status())
                        .isEqualTo(200);
            }
        }
    }

    @Nested
    class ASeed {

        @TempDir
        private Path folder;

        @Test
        void canBeEmpty() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.seed=classpath:empty")) {
                Caller caller = Caller.of(stub.baseUrl(), "demo-key");
                assertThat(caller.get("/balance/info").text()).contains("\"balance\":0.00,\"card_balance\":0.00");
                assertThat(caller.get("/pod/list").intAt("/data/total")).isEqualTo(4);
            }
        }

        @Test
        void canBeAFileOfTheUser() throws IOException {
            Path seed = folder.resolve("seed.json");
            Files.writeString(
                    seed, "{\"accounts\":{\"default\":{\"recharges\":[{\"amount\":7,\"trade_offset\":\"PT0S\"}]}}}");
            try (GpuCloudStub stub = GpuCloudStub.start("stub.seed=file:" + seed)) {
                assertThat(Caller.of(stub.baseUrl(), "demo-key")
                                .get("/balance/info")
                                .text())
                        .contains("\"balance\":7.00");
            }
        }

        @Test
        void thatIsBadStopsTheStartWithFilePlaceAndReason() throws IOException {
            Path seed = folder.resolve("seed.json");
            Files.writeString(seed, "{\"gpus\":[{\"gpu_uuid\":\"g\",\"gpu_name\":\"G\",\"price\":{}}]}");
            assertThatThrownBy(() -> GpuCloudStub.start("stub.seed=file:" + seed))
                    .hasRootCauseMessage("stub.seed file:" + seed + ": gpus[0].price.hour: is required");
            assertThatThrownBy(() -> GpuCloudStub.start("stub.seed=file:/none.json"))
                    .hasRootCauseMessage("stub.seed file:/none.json: cannot be read");
        }
    }

    @Nested
    class Values {

        @ParameterizedTest
        @CsvSource({
            "stub.lifecycle.boot=-1s,boot",
            "stub.lifecycle.boot=soon,stub.lifecycle.boot",
            "stub.limits.max-body=-1B,stub.limits.max-body -1B: must be from 1 byte to 2147483639 bytes",
            "stub.lifecycel.boot=1s,stub.lifecycel.boot"
        })
        void thatAreWrongStopTheStartByName(String setting, String name) {
            assertThatThrownBy(() -> GpuCloudStub.start(setting))
                    .satisfies(failure -> assertThat(messages(failure)).contains(name));
        }

        @Test
        void thatAreDurationsWithoutAUnitAreInSeconds() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=5", "stub.clock.frozen=true")) {
                Caller caller = Caller.of(stub.baseUrl(), "demo-key");
                caller.create("gpu-rtx-4090");
                caller.admin("POST", "/clock/advance", "{\"seconds\":4}");
                assertThat(caller.get("/instance/list").text()).contains("\"status\":1");
                caller.admin("POST", "/clock/advance", "{\"seconds\":1}");
                assertThat(caller.get("/instance/list").text()).contains("\"status\":2");
            }
        }

        private static String messages(Throwable failure) {
            StringBuilder messages = new StringBuilder();
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                messages.append(cause.getMessage()).append(cause instanceof BindException bind ? bind.getName() : "");
                if (cause instanceof BindValidationException invalid) {
                    messages.append(invalid.getValidationErrors().getAllErrors());
                }
            }
            return messages.toString();
        }
    }
}
