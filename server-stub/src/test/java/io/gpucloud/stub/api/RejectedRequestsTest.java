package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.RawCaller;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rejected requests, and the order of the checks. */
class RejectedRequestsTest extends AccountTestBase {

    private static final String CREATE = "/instance/create_by_pod";
    private static final String GOOD =
            "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1,\"more\":{\"x\":[1]}}";
    private static final String NOT_LOGGED_IN = "{\"code\":2,\"msg\":\"not logged in\"}";

    @BeforeEach
    void beAStranger() {
        caller = caller.asStranger();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "Bearer nobody",
                "Bearer ",
                "demo-key",
                "Bearer demo-key-disabled",
                "Bearer demo-key-expired",
                "Bearer tenant-a+b"
            })
    void unusableKeysGet401(@Nullable String header) {
        Answer answer = header == null
                ? new Caller(caller.origin(), null).get("/gpu/list")
                : caller.call("GET", "/api/open/v2/gpu/list", null, "Authorization", header);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).hasValue("Bearer");
        assertThat(answer.text()).isEqualTo(NOT_LOGGED_IN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Bearer none               | the stub has no such key
            Bearer tenant-a+b         | must have 1 to 64 of A-Z
            Bearer demo-key-expired   | the key is expired
            demo-key                  | Authorization: Bearer KEY
            """)
    void theJournalExplainsWhyAKeyWasRejected(String header, String hint) {
        caller.call("GET", "/api/open/v2/gpu/list", null, "Authorization", header);
        Answer journal = caller.adminGet("/requests?status=401&limit=1");
        assertThat(journal.textAt("/requests/0/hint")).contains(hint);
    }

    /** The stub does not request the body of a rejected request with {@code Expect: 100-continue}. */
    @Test
    void keysAreRejectedBeforeTheBodyIsSent() throws IOException {
        String answer = new RawCaller(caller.origin())
                .ask(
                        "POST /api/open/v2" + CREATE + " HTTP/1.1",
                        "Authorization: Bearer nobody",
                        "Content-Type: application/json",
                        "Content-Length: " + GOOD.length(),
                        "Expect: 100-continue");
        assertThat(answer).startsWith("HTTP/1.1 401 ").endsWith(NOT_LOGGED_IN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer demo-key", "BEARER demo-key", "Bearer   demo-key"})
    void theSchemeBearerMayBeInAnyCase(String header) {
        assertThat(caller.call("GET", "/api/open/v2/gpu/list", null, "Authorization", header)
                        .status())
                .isEqualTo(200);
        // A public operation ignores it.
        assertThat(caller.call("GET", "/api/open/v2/pod/list", null, "Authorization", "not " + header)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void readOnlyKeysGet403ForEveryPost() {
        Caller reader = new Caller(caller.origin(), "demo-key-read-only");
        Answer answer = reader.post(CREATE, GOOD);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text())
                .isEqualTo("{\"code\":1,\"msg\":\"the API key has no permission for this operation\"}");
        assertThat(reader.get("/instance/list").code()).isZero();
    }

    @Test
    void anAccountWithoutFundsCannotCreate() {
        Answer answer = new Caller(caller.origin(), "demo-key-poor").post(CREATE, GOOD);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"insufficient balance\"}");
    }

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
    void unknownPathsGet404(String path) {
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
    void otherMethodsGet405(String method, String path, String allowed) {
        Answer answer = caller.call(method, "/api/open/v2" + path, null);
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).hasValue(allowed);
        assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"the method is not allowed here\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/json; charset=iso-8859-1| 415
            nonsense                            | 415
            application/json                    | 200
            application/json; charset=utf-8     | 200
            APPLICATION/JSON;charset=UTF-8      | 200
            """)
    void mediaTypesMustBeJsonInUtf8(String type, int status) {
        Answer answer = caller.call("POST", "/api/open/v2" + CREATE, GOOD, "Content-Type", type);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(status == 200 ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text/html                                   | 406
            application/xml                             | 406
            application/json;q=0                        | 406
            application/json;q=0, */*                   | 406
            nonsense                                    | 406
            */*                                         | 200
            application/*                               | 200
            text/html, application/json;q=0.1           | 200
            application/problem+json, application/json  | 200
            */*;q=0, application/json                   | 200
            application/yaml, application/json          | 200
            """)
    void mediaTypesMustAcceptJson(String accept, int status) {
        Answer answer = caller.call("GET", "/api/open/v2/pod/list", null, "Accept", accept);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).hasValue("application/json");
        if (status == 406) {
            assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"only application/json can be answered\"}");
        }
    }

    @Test
    void mediaTypesMayBeSpreadOverHeadersAndEmpty() throws IOException {
        RawCaller raw = new RawCaller(caller.origin());
        String list = "GET /api/open/v2/pod/list HTTP/1.1";
        assertThat(raw.ask(list, "Accept: text/html", "Accept: application/json"))
                .startsWith("HTTP/1.1 200");
        assertThat(raw.ask(list, "Accept: */*", "Accept: application/json;q=0")).startsWith("HTTP/1.1 406");
        assertThat(raw.ask(list, "Accept: application/json;q=0", "Accept: */*")).startsWith("HTTP/1.1 406");
        assertThat(raw.ask(list, "Accept:")).startsWith("HTTP/1.1 200");
        assertThat(raw.ask(list, "Accept: text/html", "Accept: application/xml"))
                .startsWith("HTTP/1.1 406");
    }

    @Test
    void theOrderIsPathThenMethodThenKeyThenPermissionThenFaultThenMediaTypeThenSizeThenBody() {
        Caller nobody = new Caller(caller.origin(), null);
        Caller reader = new Caller(caller.origin(), "demo-key-read-only");
        String large = "x".repeat(70_000);
        assertThat(nobody.call("PUT", "/api/open/v2/none", large).status()).isEqualTo(404);
        assertThat(nobody.call("PUT", "/api/open/v2" + CREATE, large).status()).isEqualTo(405);
        assertThat(nobody.call("POST", "/api/open/v2" + CREATE, large).status()).isEqualTo(401);
        assertThat(reader.call("POST", "/api/open/v2" + CREATE, large).status()).isEqualTo(403);
        String fault = "{\"api_key\":\"" + caller.apiKey() + "\",\"status\":500,\"times\":1}";
        assertThat(caller.admin("POST", "/faults", fault).status()).isEqualTo(201);
        assertThat(caller.call("POST", "/api/open/v2" + CREATE, large).status()).isEqualTo(500);
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
}
