package io.gpucloud.openapi;

import static io.gpucloud.openapi.Finding.Where.OPERATION;
import static io.gpucloud.openapi.Finding.Where.QUERY;
import static io.gpucloud.openapi.Finding.Where.REQUEST_BODY;
import static io.gpucloud.openapi.Finding.Where.REQUEST_HEADERS;
import static io.gpucloud.openapi.Finding.Where.SECURITY;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.openapi.Finding.Where;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCheckTest {

    private static final String CREATE = "{\"pod_uuid\": \"pod-a\", \"gpu_uuid\": \"gpu-a\", \"gpu_nums\": 1}";
    private static final String REQUEST = "gpu-cloud-v2.yaml#/components/schemas/NewInstanceFromPod";

    private final ContractCheck check = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/pod/list",
                "/pod/list?page=1&page_size=20&name=a%20b+c",
                "/image/market/list?cuda_version=&python_version=3.11",
            })
    void findsNothingWrongWithAPublicOperationThatIsAskedWithoutAKey(String target) {
        assertThat(findings(Request.of("GET", "/api/open/v2" + target))).isEmpty();
    }

    @Test
    void findsNothingWrongWithAChannelThatIsNotListed() {
        assertThat(findings(get("/bill/list?charge_channel=7"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/open/v2/pods", "/pod/list", "/api/open/v2/pod/list/", "/api/open/v2/pod", ""})
    void findsAPathThatTheContractDoesNotHave(String path) {
        assertThat(found(Request.of("GET", path)))
                .containsExactly(found(OPERATION, "", "the contract has no operation GET " + path, "#/paths"));
    }

    @Test
    void findsAMethodThatThePathDoesNotHave() {
        assertThat(findings(Request.of("PUT", "/api/open/v2/pod/list")))
                .extracting(Finding::message)
                .containsExactly("the contract has no operation PUT /api/open/v2/pod/list");
    }

    @Test
    void findsAKeyOnAPublicOperation() {
        assertThat(found(get("/pod/list")))
                .containsExactly(found(
                        SECURITY,
                        "Authorization",
                        "a public operation was sent the header Authorization",
                        "#/paths/~1pod~1list/get"));
    }

    @Nested
    class OfAQuery {

        @Test
        void findsAParameterThatIsNotDeclared() {
            assertThat(found(get("/card/list?size=1")))
                    .containsExactly(found(QUERY, "size", "is not in the contract", "#/paths/~1card~1list/get"));
        }

        @Test
        void findsAParameterThatIsGivenTwice() {
            assertThat(found(get("/card/list?page=1&page=2")))
                    .containsExactly(found(QUERY, "page", "is given more than once", "#/components/parameters/Page"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"one", "", "1.5", "01", "%201", "１"})
        void findsATextWhereAnIntegerBelongs(String page) {
            assertThat(found(get("/card/list?page=" + page)))
                    .containsExactly(found(
                            QUERY, "page", "string found, integer expected", "#/components/parameters/Page/schema"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"1.0", "1e0", "10E-1"})
        void acceptsAnIntegerWithAFractionOfZero(String page) {
            assertThat(findings(get("/card/list?page=" + page))).isEmpty();
        }

        @Test
        void findsAnIntegerThatIsTooLarge() {
            assertThat(findings(get("/card/list?page=1000000000"))).hasSize(1);
            assertThat(findings(get("/card/list?page=999999999"))).isEmpty();
        }

        @Test
        void findsANumberBelowTheLeast() {
            assertThat(found(get("/card/list?page=0")))
                    .containsExactly(found(
                            QUERY, "page", "must have a minimum value of 1", "#/components/parameters/Page/schema"));
        }

        @Test
        void findsATextThatDoesNotMatchThePattern() {
            assertThat(found(get("/bill/list?page=01")))
                    .containsExactly(found(
                            QUERY,
                            "page",
                            "does not match the regex pattern ^[1-9][0-9]*$",
                            "#/components/parameters/BillPage/schema"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"%", "%zz", "%C"})
        void findsABadPercentEncoding(String name) {
            assertThat(found(Request.of("GET", "/api/open/v2/pod/list?name=" + name)))
                    .containsExactly(found(QUERY, "", "is not percent-encoded UTF-8", "#/paths/~1pod~1list/get"));
        }
    }

    @Nested
    class OfABody {

        @Test
        void findsNothingWrongWithOneThatFits() {
            assertThat(findings(create(CREATE))).isEmpty();
        }

        @Test
        void findsThatItIsMissing() {
            assertThat(found(post("/instance/create_by_pod")))
                    .containsExactly(found(
                            REQUEST_BODY, "", "is missing", "#/paths/~1instance~1create_by_pod/post/requestBody"));
        }

        @Test
        void findsOneWhereNoneBelongs() {
            assertThat(found(get("/gpu/list").body("{}")))
                    .containsExactly(found(REQUEST_BODY, "", "is not in the contract", "#/paths/~1gpu~1list/get"));
        }

        @Test
        void findsAMemberThatIsMissing() {
            assertThat(findings(create("{\"pod_uuid\": \"pod-a\", \"gpu_nums\": 1}")))
                    .containsExactly(new Finding(REQUEST_BODY, "/gpu_uuid", "is missing", REQUEST));
        }

        @Test
        void findsAMemberOfTheWrongType() {
            assertThat(findings(create(CREATE.replace("\"pod-a\"", "5"))))
                    .containsExactly(new Finding(
                            REQUEST_BODY,
                            "/pod_uuid",
                            "integer found, string expected",
                            "gpu-cloud-v2.yaml#/components/schemas/PodUuid"));
        }

        @Test
        void findsAValueOutsideAClosedEnumeration() {
            assertThat(findings(create(CREATE.replace("1}", "3}"))))
                    .containsExactly(new Finding(
                            REQUEST_BODY,
                            "/gpu_nums",
                            "does not have a value in the enumeration [1, 2, 4, 8]",
                            "gpu-cloud-v2.yaml#/components/schemas/GpuCount"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"1.0", "1e0", "10E-1"})
        void acceptsAnIntegerWithAFractionOfZero(String integer) {
            assertThat(findings(create(CREATE.replace("1}", integer + "}")))).isEmpty();
        }

        @Test
        void findsAMemberThatIsNotDeclaredUnlessLenient() {
            Request request = create(CREATE.replace("}", ", \"colour\": \"red\"}"));
            assertThat(findings(request)).extracting(Finding::message).containsExactly("is not in the contract");
            assertThat(ContractCheck.of("gpu-cloud-v2", Strictness.LENIENT).request(exchange(request)))
                    .isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"{", "{} {}", "{\"pod_uuid\": 1, \"pod_uuid\": 2}", "NaN"})
        void findsWhatIsNotJson(String body) {
            assertThat(findings(create(body)))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.message())
                            .startsWith("is not JSON: ")
                            .doesNotContain("REDACTED"));
        }

        @Test
        void findsWhatIsNotUtf8() {
            Request request = create(CREATE).body(CREATE.getBytes(StandardCharsets.UTF_16));
            assertThat(findings(request)).extracting(Finding::message).containsExactly("is not UTF-8");
        }

        @Test
        void findsAContentTypeThatIsMissing() {
            assertThat(findings(post("/instance/create_by_pod").body(CREATE)))
                    .extracting(Finding::where, Finding::message)
                    .containsExactly(Tuple.tuple(REQUEST_HEADERS, "is missing; the body must be application/json"));
        }

        @Test
        void findsAnotherContentType() {
            assertThat(findings(post("/instance/create_by_pod")
                            .header("content-type", "text/plain")
                            .body(CREATE)))
                    .extracting(Finding::pointer, Finding::message)
                    .containsExactly(Tuple.tuple("Content-Type", "is text/plain instead of application/json"));
        }

        @Test
        void findsAnotherCharset() {
            Request plain = post("/instance/create_by_pod").body(CREATE);
            assertThat(findings(plain.header("Content-Type", "application/json; charset=latin1")))
                    .extracting(Finding::message)
                    .containsExactly("JSON is UTF-8");
            assertThat(findings(plain.header("Content-Type", "Application/JSON;Charset=\"UTF-8\"")))
                    .isEmpty();
        }
    }

    private static Request get(String target) {
        return Request.of("GET", "/api/open/v2" + target).header("Authorization", "Bearer demo-key");
    }

    private static Request post(String target) {
        return Request.of("POST", "/api/open/v2" + target).header("Authorization", "Bearer demo-key");
    }

    private static Request create(String body) {
        return post("/instance/create_by_pod")
                .header("Content-Type", "application/json")
                .body(body);
    }

    private List<Finding> findings(Request request) {
        return check.request(exchange(request));
    }

    private List<Tuple> found(Request request) {
        return findings(request).stream()
                .map(finding -> Tuple.tuple(finding.where(), finding.pointer(), finding.message(), finding.contract()))
                .toList();
    }

    private static Tuple found(Where where, String pointer, String message, String place) {
        return Tuple.tuple(where, pointer, message, "gpu-cloud-v2.yaml" + place);
    }

    private static Exchange exchange(Request request) {
        return new Exchange(request, Response.of(200));
    }
}
