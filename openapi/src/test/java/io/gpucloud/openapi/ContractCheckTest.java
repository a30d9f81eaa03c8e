package io.gpucloud.openapi;

import static io.gpucloud.openapi.Finding.Where.OPERATION;
import static io.gpucloud.openapi.Finding.Where.REQUEST_HEADERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContractCheckTest {

    private static final String KEY = "sk-live-0123456789";

    private static final ContractCheck CHECK = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);

    static List<OpenApiOperation> operations() {
        return OpenApiDocument.load("gpu-cloud-v2").operations();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void findsNothingWrongWithTheExamples(OpenApiOperation operation) {
        Request request = Request.of(operation.method(), "/api/open/v2" + operation.path());
        Request asked = operation.isPublic() ? request : request.header("Authorization", "Bearer " + KEY);
        OpenApiMediaType json = operation
                .response(200)
                .orElseThrow()
                .mediaType("application/json")
                .orElseThrow();
        assertThat(json.examples()).hasSizeGreaterThan(1).allSatisfy(example -> {
            Response response = Response.of(200)
                    .header("Content-Type", "application/json")
                    .body(example.at("value").value().toString());
            assertThat(CHECK.response(asked, response)).isEmpty();
        });
    }

    @Test
    void namesTheContractThatDoesNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContractCheck.of("gpu-cloud-v1", Strictness.LENIENT))
                .withMessage("there is no contract META-INF/openapi/gpu-cloud-v1.yaml");
    }

    @Test
    void putsTheRequestBeforeTheResponse() {
        assertThat(CHECK.exchange(Request.of("GET", "/api/open/v2/pod/list?a=b"), Response.of(500)))
                .extracting(Finding::toString)
                .containsExactly(
                        "QUERY a: is not in the contract (gpu-cloud-v2.yaml#/paths/~1pod~1list/get)",
                        "RESPONSE_BODY: is missing (gpu-cloud-v2.yaml#/components/responses/InternalServerError)");
    }

    @Test
    void neverRepeatsTheKey() {
        Request request =
                Request.of("GET", "/api/open/v2/balance/info?" + KEY + "=1").header("Authorization", "Bearer " + KEY);
        Response response = Response.of(200)
                .header("Content-Type", "application/json")
                .body("{\"code\": 0, \"msg\": \"\", \"data\": {\"balance\": 1, \"card_balance\": 1, \"%s\": 1}}"
                        .formatted(KEY));
        assertThat(CHECK.exchange(request, response))
                .hasSize(2)
                .noneMatch(finding -> finding.toString().contains(KEY));
        assertThat(request + " " + response).doesNotContain(KEY);
    }

    @Test
    void returnsTheSameFindingsInParallel() {
        Request request = Request.of("GET", "/api/open/v2/card/list?page=0");
        List<Finding> alone =
                ContractCheck.of("gpu-cloud-v2", Strictness.STRICT).exchange(request, Response.of(200));
        assertThat(IntStream.range(0, 64).parallel().mapToObj(any -> CHECK.exchange(request, Response.of(200))))
                .hasSize(64)
                .containsOnly(alone);
    }

    @Nested
    class AgainstAnotherContract {

        private final ContractCheck parcels = ContractCheck.of(Contracts.of("""
                openapi: 3.1.1
                servers: [{url: http://localhost}]
                paths:
                  /parcels/{number}:
                    delete:
                      parameters:
                        - {name: number, in: path, required: true, schema: {type: integer, format: int32}}
                        - {name: X-Reason, in: header, required: true, schema: {type: string, minLength: 1}}
                      responses: {'204': {description: Gone.}}
                """), Strictness.STRICT);

        @Test
        void readsVariablesInThePath() {
            assertThat(parcels.request(delete("12"))).isEmpty();
            assertThat(parcels.request(delete("a%20b")))
                    .extracting(Finding::where, Finding::pointer, Finding::message)
                    .containsExactly(Tuple.tuple(OPERATION, "number", "string found, integer expected"));
            assertThat(parcels.request(delete("%"))).hasSize(1);
        }

        @Test
        void requiresTheHeadersOfARequest() {
            Request bare = Request.of("DELETE", "/parcels/12");
            assertThat(parcels.request(bare))
                    .extracting(Finding::where, Finding::pointer, Finding::message)
                    .containsExactly(Tuple.tuple(REQUEST_HEADERS, "X-Reason", "is missing"));
        }

        @Test
        void findsABodyThatIsNotDocumented() {
            Request request = Request.of("DELETE", "/parcels/12");
            assertThat(parcels.response(request, Response.of(204).body("{}")))
                    .extracting(Finding::message)
                    .containsExactly("is not in the contract");
        }

        private static Request delete(String number) {
            return Request.of("DELETE", "/parcels/" + number).header("X-Reason", "lost");
        }
    }
}
