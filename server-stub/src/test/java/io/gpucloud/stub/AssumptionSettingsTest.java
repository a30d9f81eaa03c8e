package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that replace an assumption about the service. */
@Tag("ci")
class AssumptionSettingsTest {

    private static final String CREATE = "{\"pod_uuid\":\"%s\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    private static GpuCloudStub stub(String... assumptions) {
        String[] settings = new String[assumptions.length];
        for (int index = 0; index < settings.length; index++) {
            settings[index] = "stub.assumptions." + assumptions[index];
        }
        return GpuCloudStub.start(settings);
    }

    private static Caller caller(GpuCloudStub stub) {
        return Caller.of(stub.baseUrl(), "tenant-assumptions").unchecked();
    }

    private static Answer create(Caller caller) {
        return caller.post("/instance/create_by_pod", CREATE.formatted("pod-comfyui"));
    }

    @Test
    void anErrorHasTheStatusTheCodeAndTheTextThatAreSet() {
        try (GpuCloudStub stub = stub(
                "unknown-pod-code=404/-1",
                "message-texts.unknown-pod=no such pod",
                "message-texts.parameter-error=invalid",
                "refusal-status=400",
                "start-refused-code=409/7",
                "unauthorized-code=200/2",
                "not-found-code=200/-1")) {
            Caller caller = caller(stub);
            Answer unknown = caller.post("/instance/create_by_pod", CREATE.formatted("none"));
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(unknown.text()).isEqualTo("{\"code\":-1,\"msg\":\"no such pod\"}");
            Answer destroyed = caller.post("/instance/destroy", "{\"instance_uuid\":\"none\"}");
            assertThat(destroyed.status()).isEqualTo(400);
            assertThat(destroyed.intAt("/code")).isEqualTo(-1);
            Answer started = caller.post("/instance/startup", "{\"instance_uuid\":\"none\"}");
            assertThat(started.status()).isEqualTo(409);
            assertThat(started.intAt("/code")).isEqualTo(7);
            Answer unauthorized =
                    Caller.of(stub.baseUrl(), "unknown").unchecked().get("/gpu/list");
            assertThat(unauthorized.status()).isEqualTo(200);
            assertThat(unauthorized.text()).isEqualTo("{\"code\":2,\"msg\":\"not logged in\"}");
            assertThat(caller.get("/nothing").status()).isEqualTo(200);
            assertThat(caller.post("/instance/destroy", "{}").textAt("/message"))
                    .isEqualTo("invalid");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400/1   | 400 | {"code":1,"msg":"instance_uuid is required"}
            422/422 | 422 | {"code":422,"message":"bad request parameters","data":{"error":"invalid_parameter","details":"is required","field":"instance_uuid"}}
            """)
    void aParameterErrorHasTheAlternativeFormIfItsCodeIsItsStatus(String code, int status, String body) {
        try (GpuCloudStub stub = stub("parameter-error-code=" + code)) {
            Answer answer = caller(stub).post("/instance/destroy", "{}");
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.text()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ignored, unknown, 200",
        "ignored, demo-key-disabled, 200",
        "checked, unknown, 401",
        "checked, demo-key-disabled, 401",
        "checked, demo-key, 200",
        "checked, demo-key-read-only, 200",
    })
    void aKeyOfAPublicOperationIsCheckedIfThatIsSet(String form, String key, int status) {
        try (GpuCloudStub stub = stub("public-operation-key=" + form)) {
            Caller caller = Caller.of(stub.baseUrl(), null).unchecked();
            caller.admin("PUT", "/keys/demo-key-disabled", "{\"status\":\"disabled\"}");
            Answer answer = caller.call("GET", "/api/open/v2/pod/list", null, "Authorization", "Bearer " + key);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(caller.get("/pod/list").status()).isEqualTo(200);
        }
    }

    @Test
    void a429HasNoRetryAfterIfTheServiceSendsNone() {
        try (GpuCloudStub stub = GpuCloudStub.start(
                FrozenRateClockConfiguration.class,
                "stub.assumptions.retry-after=false",
                "stub.rate-limit.requests-per-second=1")) {
            Caller caller = caller(stub);
            caller.get("/gpu/list");
            Answer answer = caller.get("/gpu/list");
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).isEmpty();
        }
    }

    @Test
    void thePriceOfThePodIsBilledIfTheServiceBillsIt() {
        try (GpuCloudStub stub = stub("billed-price=pod-plus-gpu")) {
            caller(stub).admin("POST", "/accounts", "{\"account\":\"tenant-priced\",\"balance\":100}");
            Caller caller = Caller.of(stub.baseUrl(), "tenant-priced");
            String create = "{\"pod_uuid\":\"pod-jupyterlab\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":2}";
            assertThat(caller.post("/instance/create_by_pod", create).code()).isZero();
            caller.admin("POST", "/clock/advance", "{\"seconds\":3700}");
            assertThat(caller.adminGet("/accounts/tenant-priced").amountAt("/spent"))
                    .isEqualByComparingTo("5.46");
        }
    }

    @Test
    void theInstanceListHasPages() {
        try (GpuCloudStub stub = stub("instance-list-paging=pages", "paging-defaults=2")) {
            Caller caller = caller(stub);
            for (int instance = 0; instance < 3; instance++) {
                create(caller);
            }
            Answer first = caller.get("/instance/list");
            assertThat(first.at("/data/instance_list")).hasSize(2);
            assertThat(first.text()).endsWith("\"total\":3,\"page\":1,\"page_size\":2}}");
            Answer second = caller.get("/instance/list?page=2&page_size=2");
            assertThat(second.at("/data/instance_list")).hasSize(1);
            assertThat(caller.get("/instance/list?page=3&page_size=2").at("/data/instance_list"))
                    .isEmpty();
        }
    }

    @Test
    void theInstanceListHasOnlyItsFirstPage() {
        try (GpuCloudStub stub = stub("instance-list-paging=first-page", "paging-defaults=1")) {
            Caller caller = caller(stub);
            create(caller);
            create(caller);
            Answer second = caller.get("/instance/list?page=2&page_size=1");
            assertThat(second.text())
                    .isEqualTo(caller.get("/instance/list").text())
                    .endsWith("\"total\":2}}");
        }
    }

    @Test
    void theInstanceListHasOnlyTheDocumentedMembers() {
        try (GpuCloudStub stub = stub("instance-list-members=documented", "server-url-form=empty-list")) {
            Caller caller = caller(stub);
            create(caller);
            assertThat(caller.get("/instance/list").at("/data/instance_list/0").propertyNames())
                    .containsExactly("instance_uuid", "status", "title", "server_url");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "absent-then-empty |      | []",
                "empty-list        | []   | []",
                "null              | null | null",
                "empty-string      | \"\" | \"\"",
                "false             | false| false",
                "zero              | 0    | 0",
                "string            | \"\" | \"\""
            })
    void serverUrlHasTheFormThatIsSet(String form, String before, String after) {
        try (GpuCloudStub stub = GpuCloudStub.start(
                "stub.assumptions.server-url-form=" + form,
                "stub.lifecycle.boot=0s",
                "stub.lifecycle.shutdown=0s",
                "stub.lifecycle.image-upload=0s")) {
            Caller caller = caller(stub);
            Answer created = create(caller);
            assertThat(created.at("/data/server_url").toString()).isEqualTo(before == null ? "" : before);
            String running = caller.get("/instance/list")
                    .at("/data/instance_list/0/server_url")
                    .toString();
            assertThat(running).startsWith(form.equals("string") ? "\"https://" : "[\"https://");
            String uuid = created.textAt("/data/instance_uuid");
            caller.post("/instance/save_image", "{\"instance_uuid\":\"" + uuid + "\"}");
            assertThat(caller.get("/instance/list")
                            .at("/data/instance_list/0/server_url")
                            .toString())
                    .isEqualTo(after == null ? "" : after);
        }
    }

    @Test
    void singleMembersAndHeadersAreAsSet() {
        try (GpuCloudStub stub = stub(
                "instance-title=empty",
                "timer-off-form=absent",
                "charging-type=3",
                "paging-defaults=3",
                "challenge-header=false")) {
            Caller caller = caller(stub);
            Answer created = create(caller);
            assertThat(created.textAt("/data/title")).isEmpty();
            assertThat(created.at("/data/shutdown_regular").isMissingNode()).isTrue();
            assertThat(created.intAt("/data/charging_type")).isEqualTo(3);
            assertThat(caller.get("/pod/list").at("/data/pod_list")).hasSize(3);
            Answer unauthorized =
                    Caller.of(stub.baseUrl(), "unknown").unchecked().get("/gpu/list");
            assertThat(unauthorized.status()).isEqualTo(401);
            assertThat(unauthorized.header("WWW-Authenticate")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"enables,200,true", "cancels,200,false", "rejected,400,false"})
    void aTimerWithoutEnableDoesWhatIsSet(String mode, int status, boolean enabled) {
        try (GpuCloudStub stub =
                GpuCloudStub.start("stub.assumptions.timer-enable-omitted=" + mode, "stub.lifecycle.boot=0s")) {
            Caller caller = caller(stub);
            String uuid = create(caller).textAt("/data/instance_uuid");
            Answer set = caller.post(
                    "/instance/shutdown_timer", "{\"instance_uuid\":\"" + uuid + "\",\"shutdown_time\":60}");
            assertThat(set.status()).isEqualTo(status);
            assertThat(caller.get("/instance/list").booleanAt("/data/instance_list/0/shutdown_regular/enable"))
                    .isEqualTo(enabled);
        }
    }

    @ParameterizedTest
    @CsvSource({"rejected,400", "absent,200"})
    void aNullForAnOptionalMemberHasTheEffectThatIsSet(String mode, int status) {
        try (GpuCloudStub stub = stub("null-members=" + mode)) {
            String body = CREATE.formatted("pod-comfyui").replace("}", ",\"pod_tag\":null}");
            assertThat(caller(stub).post("/instance/create_by_pod", body).status())
                    .isEqualTo(status);
        }
    }

    @Test
    void aNullForARequiredMemberIsAlwaysRejected() {
        try (GpuCloudStub stub = stub("null-members=absent")) {
            Answer answer = caller(stub).post("/instance/destroy", "{\"instance_uuid\":null}");
            assertThat(answer.textAt("/data/details")).isEqualTo("is required");
        }
    }

    @Test
    void aSaveIgnoresTheName() {
        try (GpuCloudStub stub =
                GpuCloudStub.start("stub.assumptions.save-image-members=ignored", "stub.lifecycle.boot=0s")) {
            Caller caller = caller(stub);
            String uuid = create(caller).textAt("/data/instance_uuid");
            caller.post(
                    "/instance/save_image",
                    "{\"instance_uuid\":\"" + uuid + "\",\"image_name\":\"mine\",\"remark\":\"r\"}");
            assertThat(caller.get("/image/private/list").text())
                    .doesNotContain("mine")
                    .contains("\"remark\":\"\"");
        }
    }

    @Test
    void anExplicitStartIsNeededIfItIsSet() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.start=explicit", "stub.lifecycle.boot=0s")) {
            Caller caller = caller(stub);
            String uuid = create(caller).textAt("/data/instance_uuid");
            assertThat(caller.get("/instance/list").intAt("/data/instance_list/0/status"))
                    .isEqualTo(1);
            caller.post("/instance/startup", "{\"instance_uuid\":\"" + uuid + "\"}");
            assertThat(caller.get("/instance/list").intAt("/data/instance_list/0/status"))
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "unknown-pod-code=1, is not an HTTP status and a result code",
        "unknown-pod-code=900/1, is not an HTTP status and a result code",
        "timer-unit=hours, TimerUnit",
        "message-texts.no-such-case=text, ErrorName",
        "no-such-assumption=1, no-such-assumption"
    })
    void aWrongValueStopsTheStart(String setting, String message) {
        assertThatThrownBy(() -> stub(setting).close()).hasStackTraceContaining(message);
    }
}
