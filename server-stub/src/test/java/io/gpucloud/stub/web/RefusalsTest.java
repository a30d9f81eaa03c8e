package io.gpucloud.stub.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import io.gpucloud.stub.junit.StubFault;
import io.gpucloud.stub.junit.StubFaults;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(GpuCloudStubExtension.class)
class RefusalsTest {

    private static final String CREATE = "/instance/create_by_pod";
    private static final String GOOD =
            "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1,\"more\":{\"x\":[1]}}";
    private static final String NOT_LOGGED_IN = "{\"code\":2,\"msg\":\"not logged in\"}";

    private final Caller caller;
    private final StubFaults faults;

    RefusalsTest(StubAccount account, StubFaults faults) {
        caller = Caller.of(account.baseUrl(), account.apiKey()).asStranger();
        this.faults = faults;
    }

    private static void assertBadParameter(Answer answer, @Nullable String field, String details) {
        assertThat(answer.status()).isEqualTo(400);
        String error = field == null ? "unreadable_request" : "invalid_parameter";
        assertThat(answer.text())
                .isEqualTo("{\"code\":400,\"message\":\"bad request parameters\",\"data\":{\"error\":\"" + error
                        + "\",\"details\":\"" + details + "\""
                        + (field == null ? "" : ",\"field\":\"" + field + "\"") + "}}");
    }

    @Nested
    class Keys {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "Bearer nobody",
                    "Bearer",
                    "Bearer ",
                    "Bearer demo-key demo-key",
                    "Basic ZGVtbzprZXk=",
                    "demo-key",
                    "Bearer demo-key-disabled",
                    "Bearer demo-key-expired",
                    "Bearer tenant-UPPER"
                })
        void thatCannotBeUsedAreAnswered401(String header) {
            Answer answer = caller.call("GET", "/api/open/v2/gpu/list", null, "Authorization", header);
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).hasValue("Bearer");
            assertThat(answer.text()).isEqualTo(NOT_LOGGED_IN);
        }

        @Test
        void areMissed() {
            Answer answer = new Caller(caller.origin(), null).get("/gpu/list");
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.text()).isEqualTo(NOT_LOGGED_IN);
        }

        @ParameterizedTest
        @ValueSource(strings = {"bearer demo-key", "BEARER demo-key", "Bearer   demo-key"})
        void mayBeIntroducedInAnyCase(String header) {
            assertThat(caller.call("GET", "/api/open/v2/gpu/list", null, "Authorization", header)
                            .status())
                    .isEqualTo(200);
        }

        @Test
        void areIgnoredByPublicOperations() {
            assertThat(caller.call("GET", "/api/open/v2/pod/list", null, "Authorization", "nonsense")
                            .status())
                    .isEqualTo(200);
        }

        @Test
        void thatMayOnlyReadAreAnswered403OnEveryPost() {
            Caller reader = new Caller(caller.origin(), "demo-key-read-only");
            Answer answer = reader.post(CREATE, GOOD);
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.text())
                    .isEqualTo("{\"code\":1,\"msg\":\"the API key has no permission for this operation\"}");
            assertThat(reader.get("/instance/list").code()).isZero();
        }

        @Test
        void ofAPoorAccountAreRefusedForFunds() {
            Answer answer = new Caller(caller.origin(), "demo-key-poor").post(CREATE, GOOD);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"insufficient balance\"}");
        }
    }

    @Nested
    class Paths {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/api/open/v2/none",
                    "/api/open/v2/",
                    "/api/open/v2/pod/list/",
                    "/api/open/v2/pod/list;a=b",
                    "/api/open/v1/pod/list",
                    "/api",
                    "/none"
                })
        void thatAreUnknownAreAnswered404(String path) {
            Answer answer = caller.call("GET", path, null);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"not found\"}");
            assertThat(answer.header("Content-Type")).hasValue("application/json");
        }

        @ParameterizedTest
        @CsvSource({
            "POST,/pod/list,GET",
            "DELETE,/pod/list,GET",
            "OPTIONS,/pod/list,GET",
            "GET,/instance/destroy,POST",
            "PUT,/instance/destroy,POST"
        })
        void doNotOfferOtherMethods(String method, String path, String allowed) {
            Answer answer = caller.call(method, "/api/open/v2" + path, null);
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).hasValue(allowed);
            assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"the method is not allowed here\"}");
        }
    }

    @Nested
    class MediaTypesOfARequest {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "text/plain",
                    "application/xml",
                    "application/json; charset=iso-8859-1",
                    "application/x-www-form-urlencoded",
                    "nonsense"
                })
        void thatAreNotJsonAreAnswered415(String type) {
            Answer answer = caller.call("POST", "/api/open/v2" + CREATE, GOOD, "Content-Type", type);
            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.code()).isEqualTo(1);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"application/json", "application/json; charset=utf-8", "APPLICATION/JSON;charset=UTF-8"})
        void mayNameTheCharacterSet(String type) {
            assertThat(caller.call("POST", "/api/open/v2" + CREATE, GOOD, "Content-Type", type)
                            .code())
                    .isZero();
        }

        @ParameterizedTest
        @ValueSource(strings = {"text/html", "application/xml", "application/json;q=0", "nonsense"})
        void thatTakeNoJsonAreAnswered406(String accept) {
            Answer answer = caller.call("GET", "/api/open/v2/pod/list", null, "Accept", accept);
            assertThat(answer.status()).isEqualTo(406);
            assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"only application/json can be answered\"}");
        }

        @ParameterizedTest
        @ValueSource(strings = {"*/*", "application/*", "text/html, application/json;q=0.1"})
        void mayBeWide(String accept) {
            assertThat(caller.call("GET", "/api/open/v2/pod/list", null, "Accept", accept)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Nested
    class Bodies {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "{",
                    "nonsense",
                    "{\"pod_uuid\":\"a\"} trailing",
                    "{\"pod_uuid\":\"a\",\"pod_uuid\":\"b\"}",
                    "{\"pod_uuid\":\"a\",}",
                    "{'pod_uuid':'a'}"
                })
        void thatAreNoJsonCannotBeRead(String body) {
            Answer answer = caller.post(CREATE, body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.at("/data/error").stringValue()).isEqualTo("unreadable_request");
            assertThat(answer.at("/data").has("field")).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"[]", "1", "\"text\"", "null", "true"})
        void mustBeObjects(String body) {
            assertBadParameter(caller.post(CREATE, body), null, "the body must be a JSON object");
        }

        @Test
        void mustNotBeNestedDeeperThan32() {
            String deep = "{\"x\":" + "[".repeat(32) + "]".repeat(32) + "}";
            assertBadParameter(caller.post(CREATE, deep), null, "the body is not valid JSON");
            String flat = GOOD.replace("[1]", "[".repeat(30) + "]".repeat(30));
            assertThat(caller.post(CREATE, flat).code()).isZero();
        }

        @Test
        void mayHoldMembersThatNobodyKnows() {
            assertThat(caller.post(CREATE, GOOD).code()).isZero();
        }

        @Test
        void mustNotBeLargerThan64KiB() {
            String large = GOOD.replace("[1]", "\"" + "x".repeat(65_536 - GOOD.length() + 1) + "\"");
            assertThat(large).hasSize(65_536);
            assertThat(caller.post(CREATE, large).code()).isZero();
            Answer tooLarge = caller.post(CREATE, large + " ");
            assertThat(tooLarge.status()).isEqualTo(413);
            assertThat(tooLarge.code()).isEqualTo(1);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{}|pod_uuid|is required",
                    "{\"pod_uuid\":\"\"}|pod_uuid|must not be empty",
                    "{\"pod_uuid\":\"  \"}|pod_uuid|must not be empty",
                    "{\"pod_uuid\":null}|pod_uuid|must not be null",
                    "{\"pod_uuid\":5}|pod_uuid|must be a string",
                    "{\"pod_uuid\":\"p\",\"pod_tag\":null}|pod_tag|must not be null",
                    "{\"pod_uuid\":\"p\",\"pod_tag\":[]}|pod_tag|must be a string",
                    "{\"pod_uuid\":\"p\",\"gpu_nums\":3}|gpu_uuid|is required",
                    "{\"pod_uuid\":\"p\",\"gpu_uuid\":\"g\"}|gpu_nums|is required",
                    "{\"pod_uuid\":\"p\",\"gpu_uuid\":\"g\",\"gpu_nums\":3}|gpu_nums|must be one of [1, 2, 4, 8]",
                    "{\"pod_uuid\":\"p\",\"gpu_uuid\":\"g\",\"gpu_nums\":2.7}|gpu_nums|must be an integer",
                    "{\"pod_uuid\":\"p\",\"gpu_uuid\":\"g\",\"gpu_nums\":\"2\"}|gpu_nums|must be an integer",
                    "{\"pod_uuid\":\"p\",\"gpu_uuid\":\"g\",\"gpu_nums\":true}|gpu_nums|must be an integer",
                    "{\"pod_uuid\":\"p\",\"gpu_uuid\":\"g\",\"gpu_nums\":4294967298}|gpu_nums|must be one of [1, 2, 4, 8]",
                    "{\"gpu_nums\":\"x\",\"gpu_uuid\":1,\"pod_uuid\":2}|pod_uuid|must be a string"
                })
        void nameTheFirstMemberOfTheSchemaThatIsWrong(String body, String field, String details) {
            assertBadParameter(caller.post(CREATE, body), field, details);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"instance_uuid\":\"i\",\"shutdown_time\":-1}|shutdown_time|must be at least 0",
                    "{\"instance_uuid\":\"i\",\"shutdown_time\":1e3}|shutdown_time|must be an integer",
                    "{\"instance_uuid\":\"i\",\"shutdown_time\":9223372036854775808}|shutdown_time|is out of range",
                    "{\"instance_uuid\":\"i\",\"shutdown_time\":0,\"enable\":\"true\"}|enable|must be true or false"
                })
        void ofATimerAreCheckedAlike(String body, String field, String details) {
            assertBadParameter(caller.post("/instance/shutdown_timer", body), field, details);
        }

        @Test
        void ofARenamingAreRefusedInTheFormOfItsOwnCases() {
            assertThat(caller.post("/instance/update_title", "nonsense").text())
                    .isEqualTo("{\"code\":1,\"msg\":\"the body is not valid JSON\"}");
            assertThat(caller.post("/instance/update_title", "{}").text())
                    .isEqualTo("{\"code\":1,\"msg\":\"instance_uuid is required\"}");
        }
    }

    @Nested
    class Queries {

        @ParameterizedTest
        @CsvSource({
            "/pod/list?page=0,page,must be at least 1",
            "/pod/list?page=-1,page,must be at least 1",
            "/pod/list?page=x,page,must be a whole number of at most 9 digits",
            "/pod/list?page=1.0,page,must be a whole number of at most 9 digits",
            "/pod/list?page=01,page,must be a whole number of at most 9 digits",
            "/pod/list?page=,page,must be a whole number of at most 9 digits",
            "/pod/list?page=1234567890,page,must be a whole number of at most 9 digits",
            "/pod/list?page=1&page=2,page,must be given once",
            "/pod/list?page_size=0,page_size,must be at least 1",
            "/bill/list?page=0,page,must match ^[1-9][0-9]*$",
            "/bill/list?page=1234567890,page,must be at most 9 characters long",
            "/bill/list?page_size=x,page_size,must match ^[1-9][0-9]*$",
            "/bill/list?charge_channel=BALANCE,charge_channel,must be a whole number of at most 9 digits",
            "/bill/list?charge_channel=x&page=0,page,must match ^[1-9][0-9]*$"
        })
        void nameTheFirstParameterThatIsWrong(String query, String field, String details) {
            assertBadParameter(caller.get(query), field, details);
        }

        @Test
        void mayHoldParametersThatNobodyKnows() {
            assertThat(caller.get("/pod/list?colour=red").code()).isZero();
        }
    }

    @Nested
    class TheOrder {

        @Test
        void isPathThenMethodThenKeyThenPermissionThenFaultThenMediaTypeThenSizeThenBody() {
            Caller nobody = new Caller(caller.origin(), null);
            Caller reader = new Caller(caller.origin(), "demo-key-read-only");
            String large = "x".repeat(70_000);
            assertThat(nobody.call("PUT", "/api/open/v2/none", large).status()).isEqualTo(404);
            assertThat(nobody.call("PUT", "/api/open/v2" + CREATE, large).status())
                    .isEqualTo(405);
            assertThat(nobody.call("POST", "/api/open/v2" + CREATE, large).status())
                    .isEqualTo(401);
            assertThat(reader.call("POST", "/api/open/v2" + CREATE, large).status())
                    .isEqualTo(403);
            faults.set(StubFault.status(500).times(1));
            assertThat(caller.call("POST", "/api/open/v2" + CREATE, large).status())
                    .isEqualTo(500);
            assertThat(caller.call("POST", "/api/open/v2" + CREATE, large, "Accept", "text/html")
                            .status())
                    .isEqualTo(415);
            assertThat(caller.call(
                                    "POST",
                                    "/api/open/v2" + CREATE,
                                    large,
                                    "Content-Type",
                                    "application/json",
                                    "Accept",
                                    "text/html")
                            .status())
                    .isEqualTo(406);
            assertThat(caller.post(CREATE, large).status()).isEqualTo(413);
            assertThat(caller.post(CREATE, "x").status()).isEqualTo(400);
            assertThat(caller.post(CREATE, GOOD.replace("pod-comfyui", "none")).code())
                    .isEqualTo(1);
        }

        @Test
        void asksForTheInstanceBeforeItLooksAtTheTime() {
            assertThat(caller.post("/instance/shutdown_timer", "{\"instance_uuid\":\"none\",\"shutdown_time\":1}")
                            .text())
                    .isEqualTo(
                            "{\"code\":-1,\"msg\":\"the instance does not exist or its state does not allow this\"}");
        }
    }
}
