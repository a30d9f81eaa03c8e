package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;

class GpuCloudStubTest {

    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    private static void use(Caller caller) {
        String uuid = caller.post("/instance/create_by_pod", CREATE)
                .at("/data/instance_uuid")
                .stringValue();
        caller.admin("POST", "/clock/advance", "{\"seconds\":5000}");
        caller.post("/instance/shutdown_timer", "{\"instance_uuid\":\"" + uuid + "\",\"shutdown_time\":60}");
        caller.admin("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"demo-key\",\"times\":3}");
        caller.admin("POST", "/faults", "{\"status\":500,\"probability\":0.5,\"operation\":\"getBalance\"}");
        caller.get("/balance/info");
        caller.admin("PUT", "/keys/second", "{\"permission\":\"read_only\"}");
        caller.admin("PUT", "/accounts/tenant-a/gpus/gpu-l40s", "{\"stock\":1,\"schedule\":[{\"at\":5,\"stock\":2}]}");
        caller.admin("PUT", "/accounts/tenant-a/clock", "{\"now\":1900000000}");
    }

    @Nested
    class AStubWhoseTimeStandsStill {

        private static GpuCloudStub start() {
            return GpuCloudStub.start("stub.clock.now=1767225600", "stub.clock.frozen=true");
        }

        @Test
        void givesTheSameBytesForTheSameCallsAndAfterPuttingBackWhatWasTakenOut() {
            String first;
            try (GpuCloudStub stub = start()) {
                Caller caller = Caller.of(stub.baseUrl(), "demo-key");
                use(caller);
                first = caller.admin("GET", "/snapshot", null).text();
                assertThat(caller.admin("POST", "/reset", null).status()).isEqualTo(204);
                assertThat(caller.get("/instance/list")
                                .at("/data/instance_list")
                                .size())
                        .isZero();
                assertThat(caller.admin("GET", "/faults", null).at("/faults").size())
                        .isZero();
                assertThat(caller.admin("PUT", "/snapshot", first).status()).isEqualTo(204);
                assertThat(caller.admin("GET", "/snapshot", null).text()).isEqualTo(first);
            }
            try (GpuCloudStub stub = start()) {
                Caller caller = Caller.of(stub.baseUrl(), "demo-key");
                use(caller);
                assertThat(caller.admin("GET", "/snapshot", null).text().replaceAll("\"machine_millis\":[0-9]+", ""))
                        .isEqualTo(first.replaceAll("\"machine_millis\":[0-9]+", ""));
            }
        }

        private static String anAccountWithAFaultOfBefore(Caller caller) {
            caller.admin("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"tenant-a\"}");
            String kept =
                    caller.admin("GET", "/accounts/tenant-a/snapshot", null).text();
            caller.admin("POST", "/reset", null);
            return kept;
        }

        @Test
        void namesNoTwoFaultsAlikeWhereverTheyArePutIn() {
            try (GpuCloudStub stub = start()) {
                Caller caller = Caller.of(stub.baseUrl(), "tenant-a");
                String kept = anAccountWithAFaultOfBefore(caller);
                caller.admin("POST", "/faults", "{\"status\":500}");
                caller.admin("PUT", "/accounts/tenant-a/snapshot", kept);
                caller.admin("PUT", "/accounts/tenant-b/snapshot", kept);
                assertThat(faults(caller)).containsExactly("fault-1", "fault-2", "fault-3");
                caller.admin("PUT", "/accounts/tenant-b/snapshot", kept);
                assertThat(caller.admin("DELETE", "/faults/fault-2", null).status())
                        .isEqualTo(204);
                assertThat(faults(caller)).containsExactly("fault-1", "fault-4");
            }
        }

        private static List<String> faults(Caller caller) {
            return caller.admin("GET", "/faults", null)
                    .at("/faults")
                    .valueStream()
                    .map(fault -> fault.path("id").stringValue())
                    .toList();
        }

        @Test
        void numbersFaultsBehindThoseThatWerePutIn() {
            try (GpuCloudStub stub = start()) {
                Caller caller = Caller.of(stub.baseUrl(), "tenant-a");
                String kept = anAccountWithAFaultOfBefore(caller);
                caller.admin("PUT", "/accounts/tenant-a/snapshot", kept);
                assertThat(caller.admin("POST", "/faults", "{\"status\":500}")
                                .at("/id")
                                .stringValue())
                        .isEqualTo("fault-2");
            }
        }

        @Test
        void goesBackWhenItIsReset() {
            try (GpuCloudStub stub = start()) {
                Caller caller = Caller.of(stub.baseUrl(), "demo-key");
                caller.admin("POST", "/clock/advance", "{\"seconds\":100}");
                caller.admin("POST", "/reset", null);
                assertThat(caller.admin("GET", "/clock", null).at("/now").longValue())
                        .isEqualTo(1_767_225_600);
                caller.admin("POST", "/reset", "{\"now\":1000,\"frozen\":true}");
                assertThat(caller.admin("GET", "/clock", null).text())
                        .isEqualTo("{\"now\":1000,\"frozen\":true,\"speed\":1}");
            }
        }

        @Test
        void deletesAllFaultsAtOnce() {
            try (GpuCloudStub stub = start()) {
                Caller caller = Caller.of(stub.baseUrl(), "demo-key");
                use(caller);
                assertThat(caller.admin("GET", "/faults", null).at("/faults").size())
                        .isEqualTo(2);
                caller.admin("DELETE", "/faults", null);
                assertThat(caller.admin("GET", "/faults", null).at("/faults").size())
                        .isZero();
                caller.admin("DELETE", "/requests", null);
                assertThat(caller.admin("GET", "/requests", null).at("/total").intValue())
                        .isZero();
            }
        }

        @Test
        void refusesASnapshotOfOtherRules() {
            String taken;
            try (GpuCloudStub stub = start()) {
                taken = Caller.of(stub.baseUrl(), null)
                        .admin("GET", "/snapshot", null)
                        .text();
            }
            try (GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=1s")) {
                Answer answer = Caller.of(stub.baseUrl(), null).admin("PUT", "/snapshot", taken);
                assertThat(answer.status()).isEqualTo(409);
            }
        }
    }

    @Nested
    class Limits {

        @Test
        void letInAsManyRequestsASecondAsTheySay() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.rate-limit.requests-per-second=1")) {
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
        void openAsManyTenantsAsTheySay() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.tenants.max=1")) {
                Caller first = Caller.of(stub.baseUrl(), "tenant-1");
                Caller second = Caller.of(stub.baseUrl(), "tenant-2");
                assertThat(first.get("/gpu/list").status()).isEqualTo(200);
                Answer refused = second.get("/gpu/list");
                assertThat(refused.status()).isEqualTo(403);
                assertThat(refused.text())
                        .isEqualTo("{\"code\":1,\"msg\":\"the stub has as many tenants as it may have\"}");
                first.admin("DELETE", "/accounts/tenant-1", null);
                assertThat(second.get("/gpu/list").status()).isEqualTo(200);
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
        void asksForItsTokenWhereThereIsOne() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.admin.token=secret")) {
                Caller caller = Caller.of(stub.baseUrl(), null);
                assertThat(caller.admin("GET", "/clock", null).status()).isEqualTo(403);
                for (String wrong : List.of("Bearer wrong", "Bearer secret2", "secret", "Basic secret")) {
                    assertThat(caller.call("GET", "/__admin/clock", null, "Authorization", wrong)
                                    .status())
                            .isEqualTo(403);
                }
                assertThat(caller.call("GET", "/__admin/clock", null, "Authorization", "Bearer secret")
                                .status())
                        .isEqualTo(200);
            }
        }

        @Test
        void asksForNoneWhereItIsEmptyAsAnUnsetVariableIs() {
            try (GpuCloudStub stub = GpuCloudStub.start("stub.admin.token=")) {
                assertThat(stub.adminToken()).isEmpty();
                assertThat(Caller.of(stub.baseUrl(), null)
                                .admin("GET", "/clock", null)
                                .status())
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
                assertThat(caller.get("/pod/list").at("/data/total").intValue()).isEqualTo(4);
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
    class Settings {

        @ParameterizedTest
        @CsvSource({
            "stub.lifecycle.boot=-1s,boot",
            "stub.lifecycle.boot=soon,stub.lifecycle.boot",
            "stub.paging.max-page-size=0,maxPageSize",
            "stub.limits.bills=0,bills",
            "stub.limits.max-body=-1B,stub.limits.max-body -1B: must be from 1 byte to 2147483639 bytes",
            "stub.limits.max-body=2GB,stub.limits.max-body 2147483648B: must be",
            "stub.limits.max-snapshot=0B,stub.limits.max-snapshot 0B: must be",
            "stub.lifecycel.boot=1s,stub.lifecycel.boot"
        })
        void thatAreWrongStopTheStartByName(String setting, String name) {
            assertThatThrownBy(() -> GpuCloudStub.start(setting))
                    .satisfies(failure -> assertThat(messages(failure)).contains(name));
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
