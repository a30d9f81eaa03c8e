package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class JournalTest extends AccountTestBase {

    /** Callers that wait hold threads, and must leave enough of them to others. */
    @Test
    void hundredCallersCanWait() throws Exception {
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            URI wait = stub.baseUrl().resolve("/__admin/requests?operation=listCards&wait_ms=5000");
            HttpClient client = HttpClient.newHttpClient();
            List<CompletableFuture<HttpResponse<String>>> waits = IntStream.rangeClosed(0, 100)
                    .mapToObj(i -> client.sendAsync(
                            HttpRequest.newBuilder(wait).build(), HttpResponse.BodyHandlers.ofString()))
                    .toList();

            HttpResponse<?> first = (HttpResponse<?>) CompletableFuture.anyOf(waits.toArray(CompletableFuture[]::new))
                    .get();
            assertThat(first.statusCode()).isEqualTo(429);
            assertThat(Caller.of(stub.baseUrl(), "demo-key").get("/card/list").status())
                    .isEqualTo(200);

            assertThat(waits.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Stream.of(429), Stream.generate(() -> 200).limit(100))
                            .toList());
        }
    }

    @Test
    void showsRequestsNewestFirst() {
        caller.get("/gpu/list");
        caller.call("POST", "/api/open/v2/instance/destroy?x=1", "nonsense", "Content-Type: application/json");
        Answer found = caller.adminGet("/requests?api_key=" + key);
        assertThat(found.intAt("/total")).isEqualTo(2);
        JsonNode newest = found.at("/requests/0");
        assertThat(newest.path("operation").stringValue()).isEqualTo("destroyInstance");
        assertThat(newest.path("query").stringValue()).isEqualTo("x=1");
        assertThat(newest.path("body").stringValue()).isEqualTo("nonsense");
        assertThat(newest.path("status").intValue()).isEqualTo(400);
        assertThat(newest.path("api_key").stringValue()).isEqualTo(key);
    }

    @Test
    void showsAllLinesOfAHeader() throws IOException {
        raw.ask(
                "GET /api/open/v2/gpu/list HTTP/1.1",
                "Authorization: Bearer " + key,
                "Accept: text/html",
                "Authorization: Bearer tenant-somebody-else",
                "Accept: application/json");
        JsonNode headers =
                caller.adminGet("/requests?status=401&api_key=" + key).at("/requests/0/headers");
        assertThat(headers.path("accept").stringValue()).isEqualTo("text/html, application/json");
        assertThat(headers.path("authorization").stringValue()).isEqualTo("Bearer " + key + ", ****");
    }

    @Test
    void showsTheRejectionOfAMalformedBody() throws IOException {
        String answer = raw.send(
                "POST /api/open/v2/instance/destroy HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                        + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 400").endsWith("{\"code\":1,\"msg\":\"the request cannot be read\"}");
        JsonNode recorded = caller.adminGet("/requests?api_key=" + key).at("/requests/0");
        assertThat(recorded.path("status").intValue()).isEqualTo(400);
        assertThat(recorded.path("code").intValue()).isOne();
    }

    @Test
    void findsByOperationStatusCodeAndTime() {
        caller.get("/gpu/list");
        caller.get("/gpu/list");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"none\"}");
        String ofKey = "/requests?api_key=" + key;
        JsonNode all = caller.adminGet(ofKey).at("/requests");
        long first = all.at("/2/time").longValue();
        long last = all.at("/0/time").longValue();

        assertThat(Stream.of(
                                "operation=listGpus&status=200",
                                "code=-1",
                                "since=" + first,
                                "since=" + (last + 1),
                                "until=" + first,
                                "until=" + (last + 1))
                        .map(query -> caller.adminGet(ofKey + "&" + query).intAt("/total")))
                .containsExactly(2, 1, 3, 0, 0, 3);
        assertThat(caller.adminGet(ofKey + "&limit=1").at("/requests")).hasSize(1);
    }

    @Test
    void findsFailedRequests() {
        String ofKey = "/requests?api_key=" + key;
        caller.get("/gpu/list");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"00000000-0000-0000-0000-000000000000\"}");
        caller.unchecked().get("/no/such/path");
        assertThat(operations(caller.adminGet(ofKey + "&failed=true"))).isEqualTo("unknown destroyInstance");
        assertThat(operations(caller.adminGet(ofKey + "&failed=false"))).isEqualTo("listGpus");
        caller.adminDelete(ofKey + "&failed=true");
        assertThat(operations(caller.adminGet(ofKey))).isEqualTo("listGpus");
    }

    @Test
    void findsTextAndCountsTheMatches() {
        caller.get("/gpu/list");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"training-1\"}");
        caller.post("/instance/destroy", "{\"instance_uuid\":\"training-2\"}");

        Answer found = caller.adminGet("/requests?text=TRAINING&limit=1&api_key=" + key);

        assertThat(found.intAt("/total")).isEqualTo(2);
        assertThat(found.at("/requests")).hasSize(1);
        assertThat(found.intAt("/dropped")).isZero();
    }

    @Test
    void deletesTheRequestsOfAnAccountWithIt() {
        caller.get("/gpu/list");
        caller.adminDelete(account);

        assertThat(caller.adminGet("/requests?api_key=" + key).intAt("/total")).isZero();
    }

    private static String operations(Answer found) {
        return found.at("/requests")
                .valueStream()
                .map(request -> request.path("operation").asString("unknown"))
                .collect(Collectors.joining(" "));
    }

    @Test
    void returnsImmediatelyIfEnoughRequestsMatch() {
        caller.get("/gpu/list");
        assertThat(caller.adminGet("/requests?wait_ms=30000&count=1&api_key=" + key)
                        .intAt("/total"))
                .isEqualTo(1);
    }

    @Test
    void showsNoCodeForAnAbortedRequest() throws IOException {
        try (var socket = new Socket(caller.origin().getHost(), caller.origin().getPort())) {
            socket.getOutputStream()
                    .write(("POST /api/open/v2/instance/destroy HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                                    + key + "\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"pod")
                            .getBytes(US_ASCII));
        }
        Answer found = caller.adminGet("/requests?wait_ms=20000&count=1&api_key=" + key);
        assertThat(found.textAt("/requests/0/operation")).isEqualTo("destroyInstance");
        assertThat(found.at("/requests/0").has("code")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0,limit,must be at least 1",
        "limit=x,limit,must be an integer",
        "failed=yes,failed,must be true or false",
        "wait_ms=30001,wait_ms,must be at most 30000",
        "status=200&status=500,status,must be given once"
    })
    void rejectsInvalidFilters(String query, String member, String detail) {
        assertProblem(caller.adminGet("/requests?" + query), 400, member, detail);
    }

    @Test
    void deletesTheRequestsOfOneKeyOrOneOperation() {
        Caller other = new Caller(caller.origin(), key + "-2");
        other.get("/gpu/list");
        caller.get("/gpu/list");
        caller.get("/balance/info");
        String ofKey = "/requests?api_key=" + key;
        long last = caller.adminGet(ofKey).longAt("/requests/0/sequence");
        assertThat(caller.adminDelete(ofKey + "&operation=listGpus").status()).isEqualTo(204);
        Answer left = caller.adminGet(ofKey);
        assertThat(left.intAt("/total")).isEqualTo(1);
        assertThat(left.longAt("/requests/0/sequence")).isEqualTo(last);
        caller.adminDelete(ofKey);
        assertThat(caller.adminGet(ofKey).intAt("/total")).isZero();
        assertThat(caller.adminGet(ofKey + "-2").intAt("/total")).isEqualTo(1);
        caller.get("/gpu/list");
        assertThat(caller.adminGet(ofKey).longAt("/requests/0/sequence")).isGreaterThan(last);
        caller.adminDelete("/accounts/" + key + "-2");
    }

    @Test
    void deletesNothingForAnUnknownOperation() {
        assertThat(caller.adminDelete("/requests?operation=list").textAt("/member"))
                .isEqualTo("operation");
    }
}
