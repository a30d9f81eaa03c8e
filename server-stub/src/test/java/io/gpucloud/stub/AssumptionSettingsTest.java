package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that replace an assumption about the service. */
@Tag("ci")
class AssumptionSettingsTest {

    private static final String CREATE = "{\"pod_uuid\":\"%s\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    private @Nullable GpuCloudStub stub;

    @AfterEach
    void stop() {
        if (stub != null) {
            stub.close();
        }
    }

    /** Starts a stub with settings, or with assumptions by their names. */
    private Caller start(String... settings) {
        stub = GpuCloudStub.start(Stream.of(settings)
                .map(setting -> setting.startsWith("stub.") ? setting : "stub.assumptions." + setting)
                .toArray(String[]::new));
        return Caller.of(stub.baseUrl(), "tenant-assumptions").unchecked();
    }

    private static Answer create(Caller caller) {
        return caller.post("/instance/create_by_pod", CREATE.formatted("pod-comfyui"));
    }

    @Test
    void anErrorHasTheStatusTheCodeAndTheTextThatAreSet() {
        Caller caller = start(
                "unknown-pod-code=404/-1",
                "message-texts.unknown-pod=no such pod",
                "message-texts.parameter-error=invalid",
                "refusal-status=400",
                "start-refused-code=409/7",
                "unauthorized-code=200/2",
                "not-found-code=200/-1");
        Answer unknown = caller.post("/instance/create_by_pod", CREATE.formatted("none"));
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text()).isEqualTo("{\"code\":-1,\"msg\":\"no such pod\"}");
        Answer destroyed = caller.post("/instance/destroy", "{\"instance_uuid\":\"none\"}");
        assertThat(destroyed.status()).isEqualTo(400);
        assertThat(destroyed.intAt("/code")).isEqualTo(-1);
        Answer started = caller.post("/instance/startup", "{\"instance_uuid\":\"none\"}");
        assertThat(started.status()).isEqualTo(409);
        assertThat(started.intAt("/code")).isEqualTo(7);
        Answer unauthorized = new Caller(caller.origin(), "unknown").unchecked().get("/gpu/list");
        assertThat(unauthorized.status()).isEqualTo(200);
        assertThat(unauthorized.text()).isEqualTo("{\"code\":2,\"msg\":\"not logged in\"}");
        assertThat(caller.get("/nothing").status()).isEqualTo(200);
        assertThat(caller.post("/instance/destroy", "{}").textAt("/message")).isEqualTo("invalid");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400/1   | 400 | {"code":1,"msg":"instance_uuid is required"}
            422/422 | 422 | {"code":422,"message":"bad request parameters","data":{"error":"invalid_parameter","details":"is required","field":"instance_uuid"}}
            """)
    void aParameterErrorHasTheAlternativeFormIfItsCodeIsItsStatus(String code, int status, String body) {
        Answer answer = start("parameter-error-code=" + code).post("/instance/destroy", "{}");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).isEqualTo(body);
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
        Caller caller = new Caller(start("public-operation-key=" + form).origin(), null).unchecked();
        caller.admin("PUT", "/keys/demo-key-disabled", "{\"status\":\"disabled\"}");
        Answer answer = caller.call("GET", "/api/open/v2/pod/list", null, "Authorization: Bearer " + key);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(caller.get("/pod/list").status()).isEqualTo(200);
    }

    @Test
    void a429HasNoRetryAfterIfTheServiceSendsNone() {
        stub = GpuCloudStub.start(
                FrozenRateClockConfiguration.SETTING,
                "stub.assumptions.retry-after=false",
                "stub.rate-limit.requests-per-second=1");
        Caller caller = Caller.of(stub.baseUrl(), "tenant-assumptions").unchecked();
        caller.get("/gpu/list");
        Answer answer = caller.get("/gpu/list");
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isEmpty();
    }

    @Test
    void thePriceOfThePodIsBilledIfTheServiceBillsIt() {
        Caller caller = new Caller(start("billed-price=pod-plus-gpu").origin(), "tenant-priced");
        caller.admin("POST", "/accounts", "{\"account\":\"tenant-priced\",\"balance\":100}");
        String create = "{\"pod_uuid\":\"pod-jupyterlab\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":2}";
        assertThat(caller.post("/instance/create_by_pod", create).code()).isZero();
        caller.admin("POST", "/clock/advance", "{\"seconds\":3700}");
        assertThat(caller.adminGet("/accounts/tenant-priced").amountAt("/spent"))
                .isEqualByComparingTo("5.46");
    }

    @Test
    void theInstanceListHasPages() {
        Caller caller = start("instance-list-paging=pages", "paging-defaults=2");
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

    @Test
    void theInstanceListHasOnlyItsFirstPage() {
        Caller caller = start("instance-list-paging=first-page", "paging-defaults=1");
        create(caller);
        create(caller);
        Answer second = caller.get("/instance/list?page=2&page_size=1");
        assertThat(second.text()).isEqualTo(caller.get("/instance/list").text()).endsWith("\"total\":2}}");
    }

    @Test
    void theInstanceListHasOnlyTheDocumentedMembers() {
        Caller caller = start("instance-list-members=documented", "server-url-form=empty-list");
        create(caller);
        assertThat(caller.get("/instance/list").at("/data/instance_list/0").propertyNames())
                .containsExactly("instance_uuid", "status", "title", "server_url");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            absent-then-empty |      | []
            empty-list        | []   | []
            null              | null | null
            empty-string      | "" | ""
            false             | false| false
            zero              | 0    | 0
            string            | "" | ""
            """)
    void serverUrlHasTheFormThatIsSet(String form, String before, String after) {
        Caller caller = start(
                "server-url-form=" + form,
                "stub.lifecycle.boot=0s",
                "stub.lifecycle.shutdown=0s",
                "stub.lifecycle.image-upload=0s");
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

    @Test
    void singleMembersAndHeadersAreAsSet() {
        Caller caller = start(
                "instance-title=empty",
                "timer-off-form=absent",
                "charging-type=3",
                "paging-defaults=3",
                "challenge-header=false");
        Answer created = create(caller);
        assertThat(created.textAt("/data/title")).isEmpty();
        assertThat(created.at("/data/shutdown_regular").isMissingNode()).isTrue();
        assertThat(created.intAt("/data/charging_type")).isEqualTo(3);
        assertThat(caller.get("/pod/list").at("/data/pod_list")).hasSize(3);
        Answer unauthorized = new Caller(caller.origin(), "unknown").unchecked().get("/gpu/list");
        assertThat(unauthorized.status()).isEqualTo(401);
        assertThat(unauthorized.header("WWW-Authenticate")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"enables,200,true", "cancels,200,false", "rejected,400,false"})
    void aTimerWithoutEnableDoesWhatIsSet(String mode, int status, boolean enabled) {
        Caller caller = start("timer-enable-omitted=" + mode, "stub.lifecycle.boot=0s");
        String uuid = create(caller).textAt("/data/instance_uuid");
        Answer set =
                caller.post("/instance/shutdown_timer", "{\"instance_uuid\":\"" + uuid + "\",\"shutdown_time\":60}");
        assertThat(set.status()).isEqualTo(status);
        assertThat(caller.get("/instance/list").booleanAt("/data/instance_list/0/shutdown_regular/enable"))
                .isEqualTo(enabled);
    }

    @ParameterizedTest
    @CsvSource({"rejected,400", "absent,200"})
    void aNullForAnOptionalMemberHasTheEffectThatIsSet(String mode, int status) {
        String body = CREATE.formatted("pod-comfyui").replace("}", ",\"pod_tag\":null}");
        assertThat(start("null-members=" + mode)
                        .post("/instance/create_by_pod", body)
                        .status())
                .isEqualTo(status);
    }

    @Test
    void aNullForARequiredMemberIsAlwaysRejected() {
        Answer answer = start("null-members=absent").post("/instance/destroy", "{\"instance_uuid\":null}");
        assertThat(answer.textAt("/data/details")).isEqualTo("is required");
    }

    @Test
    void aSaveIgnoresTheName() {
        Caller caller = start("save-image-members=ignored", "stub.lifecycle.boot=0s");
        String uuid = create(caller).textAt("/data/instance_uuid");
        caller.post(
                "/instance/save_image",
                "{\"instance_uuid\":\"" + uuid + "\",\"image_name\":\"mine\",\"remark\":\"r\"}");
        assertThat(caller.get("/image/private/list").text())
                .doesNotContain("mine")
                .contains("\"remark\":\"\"");
    }

    @Test
    void anExplicitStartIsNeededIfItIsSet() {
        Caller caller = start("stub.lifecycle.start=explicit", "stub.lifecycle.boot=0s");
        String uuid = create(caller).textAt("/data/instance_uuid");
        assertThat(caller.get("/instance/list").intAt("/data/instance_list/0/status"))
                .isEqualTo(1);
        caller.post("/instance/startup", "{\"instance_uuid\":\"" + uuid + "\"}");
        assertThat(caller.get("/instance/list").intAt("/data/instance_list/0/status"))
                .isEqualTo(2);
    }
}
