package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts whose seed has a clock and faults. */
class ScenarioTest {

    private static final long NOON = 1_893_499_200;
    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":1}";
    private static final String SCENARIO = """
            {"recharges": [{"amount": 100, "trade_offset": "-P1D"}],
             "clock": {"now": 1893499200, "frozen": true},
             "faults": [
               {"operation": "getBalance", "status": 503, "times": 1},
               {"operation": "listBills", "status": 500, "for_seconds": 600},
               {"effect": "never_boot", "times": 1}]}
            """;

    @TempDir
    private static Path folder;

    private static GpuCloudStub stub;

    @BeforeAll
    static void start() throws IOException {
        Path seed = Files.writeString(
                folder.resolve("seed.json"), "{\"accounts\":{\"default\":" + SCENARIO + ",\"demo-key-poor\":{}}}");
        stub = GpuCloudStub.start("stub.seed=file:" + seed);
    }

    @AfterAll
    static void stop() {
        stub.close();
    }

    private static Caller caller(String key) {
        return Caller.of(stub.baseUrl(), key).unchecked();
    }

    private static void assertScenario(Caller caller) {
        assertThat(caller.get("/balance/info").status()).isEqualTo(503);
        assertThat(caller.get("/balance/info").amountAt("/data/balance")).isEqualByComparingTo("100");
        assertThat(details(caller).longAt("/clock/now")).isEqualTo(NOON);

        String instance = caller.post("/instance/create_by_pod", CREATE).textAt("/data/instance_uuid");
        advance(caller, 599);
        assertThat(caller.get("/bill/list").status()).isEqualTo(500);
        advance(caller, 1);
        assertThat(caller.get("/bill/list").status()).isEqualTo(200);
        assertThat(caller.get("/instance/list").text()).contains(instance);
        assertThat(caller.get("/instance/list").at("/data/instance_list").valueStream())
                .extracting(booting -> booting.path("status").intValue())
                .containsOnly(1);
        assertThat(faults(caller)).isEqualTo("{\"faults\":[]}");
    }

    private static Answer details(Caller caller) {
        return caller.adminGet("/accounts/" + caller.apiKey());
    }

    private static String faults(Caller caller) {
        return caller.adminGet("/faults?api_key=" + caller.apiKey()).text();
    }

    private static void advance(Caller caller, int seconds) {
        caller.admin("POST", "/clock/advance?account=" + caller.apiKey(), "{\"seconds\":" + seconds + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant-scenario", "demo-key"})
    void beginsWithTheFirstRequestAndAgainAfterAResetAndADeletion(String key) {
        Caller caller = caller(key);
        assertScenario(caller);

        caller.admin("POST", "/reset?account=" + key, null);
        assertScenario(caller);

        caller.adminDelete("/accounts/" + key);
        assertScenario(caller);
    }

    @Test
    void beginsAgainForAllAccountsWithTheStub() {
        Caller caller = caller("tenant-before-the-reset");
        caller.get("/balance/info");

        caller.admin("POST", "/reset", null);

        assertScenario(caller);
        assertScenario(caller("tenant-after-the-reset"));
    }

    @Test
    void doesNotApplyToAnAccountWithAnotherSeed() {
        Caller poor = caller("demo-key-poor");
        assertThat(poor.get("/balance/info").status()).isEqualTo(200);

        poor.admin("POST", "/accounts", "{\"account\":\"tenant-plain\",\"seed\":{}}");

        Caller plain = caller("tenant-plain");
        assertThat(plain.get("/balance/info").status()).isEqualTo(200);
        assertThat(details(plain).booleanAt("/own_clock")).isFalse();
        assertThat(faults(plain)).isEqualTo("{\"faults\":[]}");
    }

    @Test
    void replacesTheContentsOfAnAccountThatIsReset() {
        try (GpuCloudStub plain = GpuCloudStub.start()) {
            Caller caller = Caller.of(plain.baseUrl(), "tenant-reset").unchecked();
            String earlier = caller.post("/instance/create_by_pod", CREATE).textAt("/data/instance_uuid");

            caller.admin("POST", "/reset?account=tenant-reset", "{\"seed\":" + SCENARIO + "}");

            assertScenario(caller);
            assertThat(caller.get("/instance/list").text())
                    .contains("instance_uuid")
                    .doesNotContain(earlier);
            caller.admin("POST", "/reset?account=tenant-reset", "{}");
            assertScenario(caller);
        }
    }

    @Test
    void appliesToAnAccountThatIsCreatedWithIt() {
        try (GpuCloudStub plain = GpuCloudStub.start()) {
            Caller caller = Caller.of(plain.baseUrl(), "tenant-created").unchecked();
            String creation = "{\"account\":\"tenant-created\",\"balance\":100,\"seed\":" + SCENARIO + "}";
            assertThat(caller.admin("POST", "/accounts", creation).status()).isEqualTo(201);
            assertScenario(caller);
            caller.admin("POST", "/reset?account=tenant-created", null);
            assertScenario(caller);

            // The seed is a part of the snapshot.
            String snapshot = caller.adminGet("/snapshot").text();
            caller.admin("POST", "/reset", null);
            assertThat(caller.admin("PUT", "/snapshot", snapshot).status()).isEqualTo(204);
            caller.admin("POST", "/reset?account=tenant-created", null);
            assertScenario(caller);
        }
    }
}
