package io.gpucloud.openapi;

import static io.gpucloud.openapi.Finding.Where.RESPONSE_HEADERS;
import static io.gpucloud.openapi.Finding.Where.SECURITY;
import static io.gpucloud.openapi.Finding.Where.STATUS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseCheckTest {

    private static final String BALANCE =
            "{\"code\": 0, \"msg\": \"success\", \"data\": {\"balance\": 1.5, \"card_balance\": 0}}";
    private static final Request READ_BALANCE =
            Request.of("GET", "/api/open/v2/balance/info").header("Authorization", "bearer demo-key");
    private static final String REFUSED = "{\"code\": 1, \"msg\": \"too many requests\"}";

    private static final ContractCheck STRICT = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);
    private static final ContractCheck LENIENT = ContractCheck.of("gpu-cloud-v2", Strictness.LENIENT);

    @ParameterizedTest
    @ValueSource(strings = {BALANCE, "{\"code\": -1, \"msg\": \"the query failed\"}"})
    void acceptsAValidResponse(String body) {
        assertThat(found(STRICT, json(200, body))).isEmpty();
    }

    @Nested
    class OfABody {

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                {"code": 0, "msg": "", "data": {"balance": "1.5", "card_balance": 0}} | RESPONSE_BODY /data/balance: string found, number expected
                {"code": 0, "msg": "success"}                 | RESPONSE_BODY /data: is missing
                {"code": -1, "msg": 5, "colour": "red"}       | RESPONSE_BODY /msg: integer found, string expected
                                                              | RESPONSE_BODY: is missing
                """)
        void findsInvalidMembers(@Nullable String body, String finding) {
            Response response = body == null ? Response.of(200) : json(200, body);
            assertThat(STRICT.response(READ_BALANCE, response))
                    .singleElement()
                    .asString()
                    .startsWith(finding + " (");
        }

        @Test
        void namesThePlaceOfTheRule() {
            assertThat(STRICT.response(READ_BALANCE, json(200, BALANCE.replace("1.5", "\"1.5\""))))
                    .extracting(Finding::contract)
                    .containsExactly("gpu-cloud-v2.yaml#/components/schemas/Money");
        }

        @Test
        void findsAValueThatAnOpenEnumerationDoesNotListUnlessLenient() {
            Response response = json(200, "{\"code\": 7, \"msg\": \"new\"}");
            assertThat(STRICT.response(READ_BALANCE, response))
                    .extracting(Finding::pointer, Finding::contract)
                    .containsExactly(Tuple.tuple("/code", "gpu-cloud-v2.yaml#/components/schemas/ResultCode"));
            assertThat(found(LENIENT, response)).isEmpty();
        }

        @Test
        void findsANumberThatIsTooLargeForItsFormat() {
            Response response = json(200, "{\"code\": 2147483648, \"msg\": \"new\"}");
            assertThat(found(LENIENT, response)).hasSize(1);
        }

        @Test
        void findsHtmlInPlaceOfJson() {
            Response page = Response.of(200).header("Content-Type", "text/html").body("<html>");
            assertThat(found(LENIENT, page))
                    .containsExactly(
                            Tuple.tuple(RESPONSE_HEADERS, "Content-Type", "is text/html instead of application/json"));
        }

        @Test
        void findsAnErrorInNeitherForm() {
            assertThat(found(LENIENT, json(400, "{\"code\": 400}"))).isNotEmpty();
            assertThat(found(LENIENT, json(400, "{\"code\": 400, \"message\": \"bad\"}")))
                    .isEmpty();
        }
    }

    @Nested
    class OfHeaders {

        @Test
        void findsATextInRetryAfter() {
            Response response = json(429, REFUSED).header("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT");
            assertThat(found(LENIENT, response))
                    .containsExactly(Tuple.tuple(RESPONSE_HEADERS, "Retry-After", "string found, integer expected"));
        }

        @ParameterizedTest
        @CsvSource({"429, Retry-After, 3", "401, WWW-Authenticate, Bearer"})
        void findsAMissingHeaderUnlessLenient(int status, String name, String value) {
            assertThat(found(STRICT, json(status, REFUSED)))
                    .containsExactly(Tuple.tuple(RESPONSE_HEADERS, name, "is missing"));
            assertThat(found(LENIENT, json(status, REFUSED))).isEmpty();
            assertThat(found(STRICT, json(status, REFUSED).headers(Map.of(name, List.of(value)))))
                    .isEmpty();
        }
    }

    @Nested
    class OfAStatus {

        @ParameterizedTest
        @ValueSource(ints = {405, 406, 408, 413, 415})
        void acceptsUnderDefaultTheResponsesOfTheStub(int status) {
            assertThat(found(STRICT, json(status, REFUSED))).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(ints = {201, 302, 409, 502})
        void findsAnUndocumentedStatusUnlessLenient(int status) {
            assertThat(found(STRICT, json(status, REFUSED)))
                    .containsExactly(Tuple.tuple(STATUS, "", status + " is not documented"));
            assertThat(found(LENIENT, json(status, REFUSED))).isEmpty();
        }

        @Test
        void acceptsAStatusThatTheCallerNames() {
            ContractCheck check = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT.admitting(502));
            assertThat(found(check, json(502, REFUSED))).isEmpty();
            assertThat(found(check, json(405, REFUSED))).hasSize(1);
        }

        @Test
        void acceptsHtmlOfAProxyUnderDefaultIfLenient() {
            Response page = Response.of(502).header("Content-Type", "text/html").body("<html>");
            assertThat(found(LENIENT, page)).isEmpty();
            assertThat(found(LENIENT, json(502, "{}"))).isNotEmpty();
        }

        @Test
        void findsThatAnUnknownOperationSucceeded() {
            Request unknown = Request.of("PUT", "/api/open/v2/pod/list");
            assertThat(STRICT.response(unknown, json(405, REFUSED))).isEmpty();
            assertThat(STRICT.response(unknown, json(200, BALANCE)))
                    .extracting(Finding::message)
                    .containsExactly("200 is not documented for an operation that does not exist with this method");
        }
    }

    @Nested
    class OfSecurity {

        @ParameterizedTest
        @ValueSource(strings = {"", "demo-key", "Basic ZGVtbw==", "Bearer", "Bearer demo key"})
        void findsThatAnOperationSucceededWithoutAKey(String authorization) {
            Request request = Request.of("GET", "/api/open/v2/balance/info");
            Request asked = authorization.isEmpty() ? request : request.header("Authorization", authorization);
            assertThat(STRICT.response(asked, json(200, BALANCE)))
                    .extracting(Finding::where, Finding::message)
                    .containsExactly(
                            Tuple.tuple(SECURITY, "the operation succeeded although nothing said who is asking"));
        }

        @ParameterizedTest
        @CsvSource({"200, 2", "401, 1"})
        void acceptsARejectionWithoutAKey(int status, int code) {
            Request request = Request.of("GET", "/api/open/v2/balance/info");
            Response rejected = json(status, "{\"code\": %d, \"msg\": \"not logged in\"}".formatted(code))
                    .header("WWW-Authenticate", "Bearer");
            assertThat(STRICT.exchange(request, rejected)).isEmpty();
        }
    }

    private static Response json(int status, String body) {
        return Response.of(status).header("Content-Type", "application/json").body(body);
    }

    private static List<Tuple> found(ContractCheck check, Response response) {
        return check.response(READ_BALANCE, response).stream()
                .map(finding -> Tuple.tuple(finding.where(), finding.pointer(), finding.message()))
                .toList();
    }
}
