package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of {@code /__admin} to extreme and malformed requests. */
class AdminEdgeCasesTest extends AccountTestBase {

    @Nested
    class AMethodThatAPathDoesNotHave {

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                POST | /clock | GET, PUT
                GET | /reset | POST
                PATCH | /requests | DELETE, GET
                PATCH | /accounts/demo-key | DELETE, GET, PUT
                DELETE | /keys/demo-key | PUT
                PUT | /pact/provider-states | GET, POST
                FOO | /faults | DELETE, GET, POST
                POST | /console | GET
                """)
        void aWrongMethodIsRejectedWithTheAllowedOnes(String method, String path, String allowed) {
            Answer answer = caller.admin(method, path, "{}");
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).hasValue(allowed);
            assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.at("/detail").asString()).startsWith("the method is not allowed here; allowed are: ");
        }

        @ParameterizedTest
        @ValueSource(strings = {"/nowhere", "/clock/", "/accounts/a/b/c"})
        void anUnknownPathIsNotFound(String path) {
            Answer answer = caller.admin("PATCH", path, "{}");
            assertProblem(answer, 404, "", "there is no such call; /openapi/stub-admin-v1.yaml has all of them");
        }

        /** Tomcat rejects these before the stub sees them. */
        @ParameterizedTest
        @ValueSource(strings = {"/accounts/tenant-a%2Fb", "/accounts/tenant-%00", "/accounts/tenant-%zz"})
        void aPathThatCannotBeReadIsRejected(String path) throws IOException {
            assertThat(raw.ask("GET /__admin" + path + " HTTP/1.1"))
                    .startsWith("HTTP/1.1 400")
                    .contains("\r\nContent-Type: application/problem+json\r\n")
                    .endsWith("\r\n\r\n{\"title\":\"Bad Request\",\"status\":400,"
                            + "\"detail\":\"the request cannot be read\"}");
        }

        @ParameterizedTest
        @ValueSource(strings = {"/", "/docs", "/openapi/gpu-cloud-v2.yaml"})
        void aWrongMethodIsRejectedForPages(String page) {
            Answer answer = caller.unchecked().call("DELETE", page, null);
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow").orElseThrow()).contains("GET");
        }
    }

    /** A request that does not accept JSON was once rejected after the clock had already changed. */
    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/problem+json", "application/yaml, application/json", "nonsense"})
    void returnsJsonWhateverIsAccepted(String accept) {
        String path = "/__admin/clock/advance?account=" + key;
        String[] headers = {"Content-Type: application/json", "Accept: " + accept};
        Answer advanced = caller.call("POST", path, "{\"seconds\":60}", headers);
        assertThat(advanced.status()).isEqualTo(200);
        assertThat(advanced.header("Content-Type")).hasValue("application/json");
        assertProblem(caller.call("POST", path, "{}", headers), 400, "seconds", "is required");
    }

    @Test
    void rejectsAQueryThatCannotBeDecoded() throws IOException {
        for (String query : new String[] {"status=%ff", "api_key=%c0%80", "%ed%a0%80=1", "limit=%zz"}) {
            assertThat(raw.ask("GET /__admin/requests?" + query + " HTTP/1.1"))
                    .as(query)
                    .startsWith("HTTP/1.1 400")
                    .contains("the query is not valid");
        }
    }

    /** The similarity to each known name was once computed over the whole text, which took 20 seconds. */
    @Test
    void suggestsAStateForAVeryLongName() {
        Answer answer = caller.admin(
                "POST", "/pact/provider-states", "{\"state\":\"an account as it opens" + "x".repeat(900_000) + "\"}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.at("/detail").asString()).contains("the nearest is \"an account as it opens\"");
    }

    /** Reading this text as a number once took more than a minute. */
    @Test
    void rejectsAnAmountOfAMillionDigits() {
        String balance = "\"params\":{\"balance\":\"" + "9".repeat(1_000_000) + "\"}";
        assertProblem(
                caller.admin(
                        "POST",
                        "/pact/provider-states",
                        "{\"state\":\"an account with nothing but money\"," + balance + "}"),
                422,
                "params.balance",
                "must have at most 50 characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /clock?account=KEY | {'speed':'60','now':-1} | speed | must be a number
            /clock?account=KEY | {'speed':0} | speed | must be above 0
            /clock?account=KEY | {'speed':100001} | speed | must be at most 100000
            /clock?account=KEY | {'now':1.5} | now | must be an integer
            /clock?account=KEY | [] | '' | the body must be a JSON object
            /clock?account=KEY | { | '' | the body is not valid JSON at line 1, column 2
            /clock?account=KEY | {'frozen':true,'frozen':true} | '' | the body is ambiguous: the member frozen is given twice
            /clock?account=KEY | {'speed':-1,'now':-1} | now | must be at least 0
            /clock?account=KEY | {'speed':0,'frozen':1} | frozen | must be true or false
            /clock?account=KEY | {'now':-1,'frozzen':true} | frozzen | is not known; did you mean frozen? Known are: now, frozen, speed
            /clock?account=KEY | {'now':99999999999999999999} | now | is out of range
            /accounts/KEY | {'stock':[{'gpu_uuid':'gpu-l40s','stock':-1,'schedule':[{'at':1,'stock':-1}]}],'balance':-1} | balance | must be at least 0
            /accounts/KEY | {'stock':[{'gpu_uuid':'gpu-l40s','schedule':[{'at':1,'stock':'x'}]}]} | stock[0].schedule[0].stock | must be an integer
            /accounts/KEY | {'stock':[{'gpu_uuid':'gpu-l40s','schedule':[{'at':1},{'stock':1}]}]} | stock[0].schedule[1].at | is required
            /accounts/KEY | {'stock':[{'gpu_uuid':'gpu-l40s','schedule':[{'at':1,'to':2}]}]} | stock[0].schedule[0].to | is not known. Known are: at, stock
            """)
    void reportsTheFirstMemberOfAWrongTypeThenTheFirstThatViolatesTheSchema(
            String path, String body, String member, String detail) {
        String wanted = path.replace("KEY", key);
        assertProblem(caller.admin("PUT", wanted, body.replace('\'', '"')), 400, member, detail);
    }

    @Test
    void readsOnlyUtf8() throws IOException {
        byte[] body = "{\"account\":\"utf-16\"}".getBytes(UTF_16);
        String answer = raw.send("POST /__admin/accounts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n"
                + new String(body, ISO_8859_1));
        assertThat(answer).startsWith("HTTP/1.1 400").contains("not valid JSON in UTF-8");
    }

    @Test
    void masksTheKeyInTheJournalWhereverItWasSent() throws IOException {
        String vendor = "vendor-" + key + "-and-more";
        caller.admin("POST", "/accounts", "{\"account\":\"" + vendor + "\"}");
        raw.ask(
                "GET /api/open/v2/pod/list?name=" + vendor + "&api_key=" + vendor + " HTTP/1.1",
                "Authorization: Bearer " + vendor,
                "Cookie: key=" + vendor,
                "X-Api-Key: " + vendor,
                "Proxy-Authorization: Bearer " + vendor,
                "X-Anything: " + vendor);
        raw.post(vendor, "/instance/update_title", ("{\"instance_uuid\":\"" + vendor + "\"}").getBytes(UTF_8));

        Answer journal = caller.adminGet("/requests?api_key=" + vendor);

        assertThat(journal.intAt("/total")).isEqualTo(2);
        assertThat(journal.text()).doesNotContain(vendor).contains("****more");
        caller.adminDelete("/accounts/" + vendor);
    }

    private String clock() {
        return "/__admin/clock?account=" + key;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/jsonp                | 415 | the body must be application/json
            application/json-patch+json      | 415 | the body must be application/json
            application/*                    | 415 | the body must be application/json
            nonsense                         | 415 | the body must be application/json
                                             | 400 | the body is missing; send a JSON object as application/json
            application/json                 | 200 |
            APPLICATION/JSON;charset=UTF-8   | 200 |
            application/json ; charset=utf-8 | 200 |
            """)
    void readsABodyThatIsDeclaredAsJson(@Nullable String type, int status, @Nullable String detail) {
        Answer answer = type == null
                ? caller.call("PUT", clock(), null)
                : caller.call("PUT", clock(), "{\"frozen\":true}", "Content-Type: " + type);

        assertThat(answer.status()).isEqualTo(status);
        if (detail != null) {
            assertProblem(answer, status, "", detail);
        }
    }
}
