package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCheckTest {

    private static final String CREATE = "{\"pod_uuid\": \"pod-a\", \"gpu_uuid\": \"gpu-a\", \"gpu_nums\": 1}";

    private static final ContractCheck CHECK = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/pod/list",
                "/pod/list?page=1&page_size=20&name=a%20b+c",
                "/image/market/list?cuda_version=&python_version=3.11",
            })
    void acceptsAPublicOperationWithoutAKey(String target) {
        assertThat(findings(Request.of("GET", "/api/open/v2" + target))).isEmpty();
    }

    @Test
    void acceptsAKeyForAPublicOperation() {
        assertThat(findings(get("/pod/list"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "7", "999999999"})
    void acceptsAChannelThatIsNotListed(String channel) {
        assertThat(findings(get("/bill/list?charge_channel=" + channel))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-1, must have a minimum value of 0", "1000000000, must have a maximum value of 999999999"})
    void rejectsAChannelOutOfRange(String channel, String finding) {
        assertThat(findings(get("/bill/list?charge_channel=" + channel)))
                .containsExactly(
                        "QUERY charge_channel: " + finding + place("#/components/schemas/ChargeChannelFilter"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/open/v2/pods", "/pod/list", "/api/open/v2/pod/list/", "/api/open/v2/pod", ""})
    void findsAPathThatTheContractDoesNotHave(String path) {
        assertThat(findings(Request.of("GET", path)))
                .containsExactly("OPERATION: the contract has no operation GET " + path + place("#/paths"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT /pod/list            | OPERATION: the contract has no operation PUT /api/open/v2/pod/list | #/paths
            GET /card/list?size=1    | QUERY size: is not in the contract                      | #/paths/~1card~1list/get
            GET /card/list?page=1&page=2 | QUERY page: is given more than once                 | #/components/parameters/Page
            GET /card/list?page=0    | QUERY page: must have a minimum value of 1              | #/components/parameters/Page/schema
            GET /card/list?page=1000000000 | QUERY page: must have a maximum value of 999999999 | #/components/parameters/Page/schema
            GET /bill/list?page=01   | QUERY page: does not match the regex pattern ^[1-9][0-9]*$ | #/components/parameters/BillPage/schema
            POST /instance/create_by_pod | REQUEST_BODY: is missing | #/paths/~1instance~1create_by_pod/post/requestBody
            """)
    void findsAnInvalidRequestLine(String line, String finding, String rule) {
        assertThat(findings(withKey(line.split(" ", 2)[0], line.split(" ", 2)[1])))
                .containsExactly(finding + place(rule));
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "", "01", "%201", "１", "1.5", "1.0", "1e0", "1e3", "10E-1", "+1"})
    void findsATextInPlaceOfAnInteger(String page) {
        assertThat(findings(get("/card/list?page=" + page)))
                .containsExactly(
                        "QUERY page: string found, integer expected" + place("#/components/parameters/Page/schema"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "999999999"})
    void acceptsAnIntegerInDecimalDigits(String page) {
        assertThat(findings(get("/card/list?page=" + page))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%zz", "%C"})
    void findsABadPercentEncoding(String name) {
        assertThat(findings(Request.of("GET", "/api/open/v2/pod/list?name=" + name)))
                .containsExactly("QUERY: is not percent-encoded UTF-8" + place("#/paths/~1pod~1list/get"));
    }

    @Nested
    class OfABody {

        @ParameterizedTest
        @ValueSource(strings = {"1", "1.0", "1e0", "10E-1"})
        void acceptsAValidBody(String integer) {
            assertThat(findings(create(CREATE.replace("1}", integer + "}")))).isEmpty();
        }

        @Test
        void findsABodyThatIsNotDocumented() {
            assertThat(findings(get("/gpu/list").body("{}")))
                    .containsExactly("REQUEST_BODY: is not in the contract" + place("#/paths/~1gpu~1list/get"));
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                "gpu_uuid": "gpu-a", |                 | /gpu_uuid: is missing                      | NewInstanceFromPod
                "pod-a"              | 5               | /pod_uuid: integer found, string expected  | PodUuid
                "gpu_nums": 1        | "gpu_nums": 3   | /gpu_nums: does not have a value in the enumeration [1, 2, 4, 8] | GpuCount
                """)
        void findsAnInvalidMember(String part, @Nullable String other, String finding, String schema) {
            assertThat(findings(create(CREATE.replace(part, Objects.requireNonNullElse(other, "")))))
                    .containsExactly("REQUEST_BODY " + finding + place("#/components/schemas/" + schema));
        }

        @Test
        void findsAMemberThatIsNotDeclaredUnlessLenient() {
            Request request = create(CREATE.replace("}", ", \"colour\": \"red\"}"));
            assertThat(findings(request))
                    .singleElement(STRING)
                    .startsWith("REQUEST_BODY /colour: is not in the contract");
            assertThat(ContractCheck.of("gpu-cloud-v2", Strictness.LENIENT).request(request))
                    .isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"{", "{} {}", "{\"pod_uuid\": 1, \"pod_uuid\": 2}", "NaN"})
        void findsABodyThatIsNotJson(String body) {
            assertThat(findings(create(body)))
                    .singleElement(STRING)
                    .startsWith("REQUEST_BODY: is not JSON: ")
                    .doesNotContain("REDACTED");
        }

        @Test
        void findsABodyThatIsNotUtf8() {
            Request request = create(CREATE).body(CREATE.getBytes(StandardCharsets.UTF_16));
            assertThat(findings(request)).singleElement(STRING).startsWith("REQUEST_BODY: is not UTF-8");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                                                 | is missing; the body must be application/json
                text/plain                       | is text/plain instead of application/json
                application/json; charset=latin1 | JSON is UTF-8
                """)
        void findsAnotherContentType(@Nullable String type, String finding) {
            Request plain = post("/instance/create_by_pod").body(CREATE);
            assertThat(findings(type == null ? plain : plain.header("content-type", type)))
                    .singleElement(STRING)
                    .startsWith("REQUEST_HEADERS Content-Type: " + finding);
        }

        @Test
        void acceptsAContentTypeInAnyCase() {
            Request plain = post("/instance/create_by_pod").body(CREATE);
            assertThat(findings(plain.header("Content-Type", "Application/JSON;Charset=\"UTF-8\"")))
                    .isEmpty();
        }
    }

    private static Request withKey(String method, String target) {
        return Request.of(method, "/api/open/v2" + target).header("Authorization", "Bearer demo-key");
    }

    private static Request get(String target) {
        return withKey("GET", target);
    }

    private static Request post(String target) {
        return withKey("POST", target);
    }

    private static Request create(String body) {
        return post("/instance/create_by_pod")
                .header("Content-Type", "application/json")
                .body(body);
    }

    private List<String> findings(Request request) {
        return CHECK.request(request).stream().map(Finding::toString).toList();
    }

    private static String place(String rule) {
        return " (gpu-cloud-v2.yaml" + rule + ")";
    }
}
