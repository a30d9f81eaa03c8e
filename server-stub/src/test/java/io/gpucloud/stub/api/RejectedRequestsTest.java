package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Compares the message and, if the method is not allowed, the method that is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            demo-key-read-only | POST    | /api/open/v2/instance/create_by_pod | 403 | the API key has no permission for this operation |
            demo-key-poor      | POST    | /api/open/v2/instance/create_by_pod | 200 | insufficient balance                             |
            demo-key           | GET     | /api/open/v2/none                   | 404 | not found                                        |
            demo-key           | GET     | /api/open/v2/                       | 404 | not found                                        |
            demo-key           | GET     | /api/open/v2/pod/list/              | 404 | not found                                        |
            demo-key           | GET     | /api/open/v2/pod/list;a=b           | 404 | not found                                        |
            demo-key           | GET     | /api/open/v1/pod/list               | 404 | not found                                        |
            demo-key           | GET     | /api                                | 404 | not found                                        |
            demo-key           | GET     | /none                               | 404 | not found                                        |
            demo-key           | POST    | /api/open/v2/pod/list               | 405 | the method is not allowed here                   | GET
            demo-key           | OPTIONS | /api/open/v2/pod/list               | 405 | the method is not allowed here                   | GET
            demo-key           | PUT     | /api/open/v2/instance/destroy       | 405 | the method is not allowed here                   | POST
            """)
    void haveAMessage(String key, String method, String path, int status, String message, @Nullable String allowed) {
        String[] type = {"Content-Type: application/json"};
        Answer answer = new Caller(caller.origin(), key).call(method, path, method.equals("POST") ? GOOD : null, type);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).isEqualTo("{\"code\":1,\"msg\":\"" + message + "\"}");
        assertThat(answer.header("Content-Type")).hasValue("application/json");
        assertThat(answer.header("Allow")).isEqualTo(Optional.ofNullable(allowed));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Bearer none              | the stub has no such key
            Bearer tenant-a+b        | must have 1 to 64 of A-Z
            Bearer demo-key-disabled | the key is disabled
            Bearer demo-key-expired  | the key is expired
            Bearer                   | Authorization: Bearer KEY
            demo-key                 | Authorization: Bearer KEY
            """)
    void withAnUnusableKeyGet401AndAHintInTheJournal(String header, String hint) {
        Answer answer = caller.call("GET", "/api/open/v2/gpu/list", null, "Authorization: " + header);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).hasValue("Bearer");
        assertThat(answer.text()).isEqualTo(NOT_LOGGED_IN);

        Answer journal = caller.adminGet("/requests?status=401&limit=1");
        assertThat(journal.textAt("/requests/0/hint")).contains(hint);
    }

    /** The stub does not request the body of a rejected request with {@code Expect: 100-continue}. */
    @Test
    void areRejectedBeforeTheBodyIsSent() throws IOException {
        String answer = raw.ask(
                "POST /api/open/v2" + CREATE + " HTTP/1.1",
                "Authorization: Bearer nobody",
                "Content-Type: application/json",
                "Content-Length: " + GOOD.length(),
                "Expect: 100-continue");

        assertThat(answer).startsWith("HTTP/1.1 401 ").endsWith(NOT_LOGGED_IN);
    }

    /** The scheme may be in any case. A public operation ignores the whole header. */
    @ParameterizedTest
    @CsvSource({"gpu, bearer demo-key", "gpu, BEARER demo-key", "gpu, Bearer   demo-key", "pod, not bearer demo-key"})
    void doNotIncludeUnusualHeadersWithAKey(String list, String header) {
        Answer answer = caller.call("GET", "/api/open/v2/" + list + "/list", null, "Authorization: " + header);

        assertThat(answer.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Content-Type | nonsense                                    | 415
            Content-Type | application/json; charset=utf-8             | 200
            Content-Type | APPLICATION/JSON;charset=UTF-8              | 200
            Accept       | application/xml                             | 406
            Accept       | application/json;q=0, */*                   | 406
            Accept       | nonsense                                    | 406
            Accept       | application/*                               | 200
            Accept       | text/html, application/json;q=0.1           | 200
            Accept       | application/problem+json, application/json  | 200
            Accept       | */*;q=0, application/json                   | 200
            Accept       | application/yaml, application/json          | 200
            """)
    void includeMediaTypesOtherThanJsonInUtf8(String header, String type, int status) {
        Answer answer = header.equals("Accept")
                ? caller.call("GET", "/api/open/v2/pod/list", null, header + ": " + type)
                : caller.call("POST", "/api/open/v2" + CREATE, GOOD, header + ": " + type);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(status == 200 ? 0 : 1);
        assertThat(answer.header("Content-Type")).hasValue("application/json");
        if (status == 406) {
            assertThat(answer.textAt("/msg")).isEqualTo("only application/json can be answered");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Accept: text/html            | Accept: application/json     | 200
            Accept: */*                  | Accept: application/json;q=0 | 406
            Accept: application/json;q=0 | Accept: */*                  | 406
            Accept:                      | X-Other: x                   | 200
            Accept: text/html            | Accept: application/xml      | 406
            """)
    void dependOnAllHeadersWithMediaTypes(String first, String second, int status) throws IOException {
        assertThat(raw.ask("GET /api/open/v2/pod/list HTTP/1.1", first, second)).startsWith("HTTP/1.1 " + status);
    }

    @Test
    void areOrderedByPathThenMethodThenKeyThenPermissionThenFaultThenMediaTypeThenSizeThenBody() {
        Caller nobody = new Caller(caller.origin(), null);
        Caller reader = new Caller(caller.origin(), "demo-key-read-only");
        String path = "/api/open/v2" + CREATE;
        String large = "x".repeat(70_000);
        String[] json = {"Content-Type: application/json", "Accept: text/html"};

        assertThat(nobody.call("PUT", "/api/open/v2/none", large).status()).isEqualTo(404);
        assertThat(nobody.call("PUT", path, large).status()).isEqualTo(405);
        assertThat(nobody.call("POST", path, large).status()).isEqualTo(401);
        assertThat(reader.call("POST", path, large).status()).isEqualTo(403);
        fault("\"status\":500,\"times\":1");
        assertThat(caller.call("POST", path, large).status()).isEqualTo(500);
        assertThat(caller.call("POST", path, large, "Accept: text/html").status())
                .isEqualTo(415);
        assertThat(caller.call("POST", path, large, json).status()).isEqualTo(406);
        assertThat(caller.post(CREATE, large).status()).isEqualTo(413);
        assertThat(caller.post(CREATE, "x").status()).isEqualTo(400);
        assertThat(caller.post(CREATE, GOOD.replace("pod-comfyui", "none")).code())
                .isEqualTo(1);
    }

    /** If the connection was closed, a caller that still sends might not see the response. */
    @Test
    void theRestOfABodyThatIsTooLargeIsRead() throws IOException {
        String head = "POST /api/open/v2" + CREATE + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + caller.apiKey() + "\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n";

        String response = raw.sendSlowly(head, "x".repeat(100), 10_000);

        assertThat(response).startsWith("HTTP/1.1 413").contains("the body is too large");
    }
}
