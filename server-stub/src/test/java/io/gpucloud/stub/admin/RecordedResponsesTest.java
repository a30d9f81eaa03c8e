package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.UncheckedIOException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class RecordedResponsesTest extends AccountTestBase {

    private JsonNode newest() {
        return caller.adminGet("/requests?limit=1&api_key=" + key).at("/requests/0");
    }

    @Test
    void showsTheResponseAsTheCallerReceivedIt() {
        Answer answer = caller.get("/gpu/list");
        JsonNode recorded = newest();
        assertThat(recorded.path("response_body").stringValue()).isEqualTo(answer.text());
        assertThat(recorded.path("response_body_truncated").booleanValue()).isFalse();
        assertThat(recorded.at("/response_headers/content-type").stringValue()).isEqualTo("application/json");
        assertThat(recorded.path("response_headers").has("date")).isFalse();
    }

    @Test
    void showsErrorsWithTheirHeaders() {
        fault("\"status\":429,\"retry_after\":7,\"times\":1");
        Answer answer = caller.get("/gpu/list");
        JsonNode recorded = newest();
        assertThat(recorded.path("response_body").stringValue()).isEqualTo(answer.text());
        assertThat(recorded.at("/response_headers/retry-after").stringValue()).isEqualTo("7");
    }

    @Test
    void showsTheStartOfALongResponse() {
        String body = "x".repeat(40_000);
        fault("\"times\":1,\"body\":\"" + body + "\"");
        Answer answer = caller.unchecked().get("/gpu/list");
        assertThat(answer.text()).isEqualTo(body);
        JsonNode recorded = newest();
        assertThat(recorded.path("response_body").stringValue()).isEqualTo(body.substring(0, 16_384));
        assertThat(recorded.path("response_body_truncated").booleanValue()).isTrue();
    }

    @Test
    void showsHalfABodyThatAFaultTruncates() {
        fault("\"times\":1,\"effect\":\"truncate_body\"");
        assertThatThrownBy(() -> caller.unchecked().get("/gpu/list")).isInstanceOf(UncheckedIOException.class);
        String half = newest().path("response_body").stringValue();
        assertThat(caller.get("/gpu/list").text()).startsWith(half).hasSizeGreaterThan(half.length());
    }

    @Test
    void showsNoResponseOnAConnectionThatAFaultResets() {
        fault("\"times\":1,\"effect\":\"reset_after_effect\"");
        assertThatThrownBy(() -> raw.post(key, "/instance/destroy", new byte[0]))
                .isInstanceOf(SocketException.class);
        JsonNode recorded = caller.adminGet("/requests?status=0&api_key=" + key).at("/requests/0");
        assertThat(recorded.has("response_body")).isFalse();
        assertThat(recorded.path("response_headers").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`\"effect\":\"respond_after_effect\",\"status\":500`, respond_after_effect, true",
                "`\"effect\":\"truncate_body\"`, truncate_body, true",
                "`\"effect\":\"reset_after_effect\"`, reset_after_effect, true",
                "`\"effect\":\"lose_response\"`, lose_response, true",
                "`\"effect\":\"reset_connection\"`, reset_connection, false",
                "`\"effect\":\"html_body\"`, html_body, false",
                "`\"status\":200`, respond, false",
                "`\"delay_ms\":1`, ``, true",
            })
    void saysWhatAFaultDidAndWhetherTheOperationWasPerformed(String members, String effect, boolean carriedOut) {
        fault(members);
        try {
            caller.unchecked().get("/instance/list");
        } catch (UncheckedIOException lost) {
            // Some faults lose the response.
        }
        JsonNode recorded = newest();
        assertThat(recorded.path("effect").asString("")).isEqualTo(effect);
        assertThat(recorded.path("carried_out").booleanValue()).isEqualTo(carriedOut);
        assertThat(recorded.has("unsent_response_body")).isEqualTo(carriedOut && !effect.isEmpty());
        assertThat(recorded.path("real_time").longValue()).isPositive();
    }

    @Test
    void recordsTheTimeOfTheAccountAsWell() {
        caller.admin("PUT", "/clock?account=" + key, "{\"now\":2000000000,\"frozen\":true}");
        caller.get("/instance/list");
        assertThat(newest().path("account_time").longValue()).isEqualTo(2_000_000_000);
        assertThat(newest().path("time").longValue()).isNotEqualTo(2_000_000_000);
        assertThat(caller.adminGet("/har?api_key=" + key)
                        .at("/log/entries/0/_account_time")
                        .longValue())
                .isEqualTo(2_000_000_000);
    }

    @Test
    void saysThatARejectedOperationWasNotPerformed() {
        fault("\"times\":1,\"effect\":\"respond_after_effect\",\"status\":200");
        String unknown = "{\"instance_uuid\":\"11111111-1111-1111-1111-111111111111\"}";
        caller.post("/instance/destroy", unknown);
        caller.post("/instance/destroy", unknown);
        assertThat(caller.adminGet("/requests?api_key=" + key).at("/requests"))
                .extracting(request -> request.path("carried_out").booleanValue())
                .containsExactly(false, false);
    }

    @Test
    void saysWhenTheBodyOfARequestWasNotKept() {
        new Caller(caller.origin(), "vendor-unknown-key").post("/instance/destroy", "{}");
        JsonNode recorded =
                caller.adminGet("/requests?limit=1&api_key=vendor-unknown-key").at("/requests/0");
        assertThat(recorded.path("status").intValue()).isEqualTo(401);
        assertThat(recorded.has("body")).isFalse();
        assertThat(recorded.path("body_truncated").booleanValue()).isTrue();
        assertThat(recorded.path("api_key").stringValue()).isEqualTo("****-key");
    }

    @Test
    void readsOneRequest() {
        caller.get("/gpu/list");
        JsonNode recorded = newest();
        String id = recorded.path("id").stringValue();
        assertThat(caller.adminGet("/requests?id=" + id).at("/requests/0")).isEqualTo(recorded);
        assertThat(caller.adminGet("/requests?id=request-0").intAt("/total")).isZero();
    }

    @Test
    void exportsKeysThatAreNoStubKeysAsAsterisks() {
        String vendor = "vendor-" + key;
        new Caller(caller.origin(), vendor).get("/gpu/list");
        String archive = caller.adminGet("/har?api_key=" + vendor).text();
        assertThat(archive).contains("\"Bearer ***\"").doesNotContain("vendor-");
    }

    @Test
    void exportsAnHttpArchive() {
        caller.call("GET", "/api/open/v2/card/list?page=1&page_size=%32", null);
        String body = "{\"instance_uuid\":\"none\"}";
        Answer destroyed = caller.post("/instance/destroy", body);
        Answer archive = caller.adminGet("/har?api_key=" + key);
        assertThat(archive.textAt("/log/version")).isEqualTo("1.2");
        JsonNode entries = archive.at("/log/entries");
        assertThat(entries.size()).isEqualTo(2);
        JsonNode first = entries.get(0);
        assertThat(first.at("/request/url").stringValue())
                .isEqualTo(caller.origin() + "api/open/v2/card/list?page=1&page_size=%32");
        assertThat(first.at("/request/queryString/1/value").stringValue()).isEqualTo("2");
        assertThat(first.path("startedDateTime").stringValue()).endsWith("Z");
        assertThat(first.path("_carried_out").booleanValue()).isTrue();
        assertThat(first.at("/timings/wait").longValue())
                .isEqualTo(first.path("time").longValue());
        JsonNode second = entries.get(1);
        assertThat(second.at("/request/postData/text").stringValue()).isEqualTo(body);
        assertThat(second.at("/response/content/text").stringValue()).isEqualTo(destroyed.text());
        assertThat(second.at("/response/statusText").stringValue()).isEqualTo("OK");
        assertThat(second.at("/response/bodySize").intValue())
                .isEqualTo(destroyed.text().length());
    }
}
