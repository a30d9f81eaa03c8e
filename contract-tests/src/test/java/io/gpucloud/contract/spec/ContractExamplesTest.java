package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The stub accepts every request example. It returns what the response examples show: the same members and types, and
 * for errors the same text. A request example gets the response example of the same name.
 */
class ContractExamplesTest {

    @AutoClose
    static final ExampleAccount ACCOUNT = new ExampleAccount();

    static Stream<Arguments> requests() {
        return Examples.operations().stream()
                .flatMap(operation -> bodies(operation).stream()
                        .flatMap(body ->
                                Examples.queries(operation).stream().map(query -> arguments(operation, query, body))));
    }

    private static List<String> bodies(OpenApiOperation operation) {
        return operation.method().equals("GET")
                ? List.of("")
                : Examples.requests(operation).stream().map(Object::toString).toList();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void areAccepted(OpenApiOperation operation, String query, String body) {
        StubHttp.Response response = ACCOUNT.call(operation, query, ACCOUNT.set(operation, body));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.code()).as("%s", response).isZero();
    }

    static Stream<Arguments> pairs() {
        return Examples.operations().stream()
                .flatMap(operation -> Examples.namedRequests(operation).entrySet().stream()
                        .map(request -> arguments(
                                operation,
                                request.getKey(),
                                request.getValue(),
                                Examples.namedResponses(operation).get(request.getKey()))));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("pairs")
    void getTheResponseExampleOfTheSameName(
            OpenApiOperation operation, String name, JsonNode request, JsonNode expected) {
        if (expected.at("/code").intValue() == 0) {
            StubHttp.Response response = ACCOUNT.call(operation, "", ACCOUNT.set(operation, request.toString()));
            assertThat(response.status()).isEqualTo(200);
            assertThat(JsonShape.differences(expected, response.json())).isEmpty();
        } else {
            ACCOUNT.reset(ExampleAccount.NOW);
            String key =
                    expected.at("/msg").asString().contains("balance") ? ExampleAccount.POOR_KEY : ExampleAccount.KEY;
            StubHttp.Response response = ACCOUNT.call(key, operation, "", request.toString());
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.json()).isEqualTo(expected);
        }
    }

    static Stream<Arguments> successes() {
        return responses(true);
    }

    static Stream<Arguments> failures() {
        return responses(false);
    }

    private static Stream<Arguments> responses(boolean successful) {
        return Examples.operations().stream()
                .flatMap(operation -> Examples.responses(operation, "200").entrySet().stream()
                        .filter(example -> (example.getValue().at("/code").intValue() == 0) == successful)
                        .map(example -> arguments(operation, example.getKey(), example.getValue())));
    }

    static Stream<Arguments> errors() {
        return Examples.operations().stream()
                .flatMap(operation -> Stream.of("400", "401", "403", "404", "429", "500")
                        .flatMap(status -> Examples.responses(operation, status).values().stream()
                                .map(example -> arguments(operation, Integer.valueOf(status), example))));
    }

    @ParameterizedTest
    @MethodSource("successes")
    void matchSuccessfulResponses(OpenApiOperation operation, String name, JsonNode example) {
        StubHttp.Response response = switch (name) {
            case "InstancesListed" -> instancesListed(operation);
            case "PrivateImagesListed" -> privateImagesListed(operation);
            default -> ACCOUNT.call(operation, "", ACCOUNT.set(operation, firstRequest(operation)));
        };
        assertThat(response.status()).isEqualTo(200);
        assertThat(JsonShape.differences(example, response.json())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void matchRejectionsWithTheirText(OpenApiOperation operation, String name, JsonNode example) {
        ACCOUNT.reset(ExampleAccount.NOW);
        String key = name.equals("InsufficientFunds") ? ExampleAccount.POOR_KEY : ExampleAccount.KEY;
        if (name.equals("QueryFailed")) {
            ACCOUNT.fault(operation, "\"code\": -1, \"msg\": \"the query failed\"");
        }
        StubHttp.Response response = ACCOUNT.call(key, operation, "", refused(operation, name));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json()).isEqualTo(example);
    }

    @ParameterizedTest
    @MethodSource("errors")
    void matchErrors(OpenApiOperation operation, int status, JsonNode example) {
        ACCOUNT.reset(ExampleAccount.NOW);
        boolean usual = example.has("msg");
        ACCOUNT.fault(operation, "\"status\": " + status + (status == 400 && usual ? ", \"code\": 1" : ""));
        JsonNode response = ACCOUNT.call(operation, "", firstRequest(operation)).json();
        if (usual && status != 400) {
            assertThat(response).isEqualTo(example);
        } else {
            assertThat(JsonShape.differences(example, response))
                    .allMatch(difference -> difference.startsWith("/data/field"));
        }
    }

    /** A running instance with a timer, and an older one that was saved and is shut down. */
    private static StubHttp.Response instancesListed(OpenApiOperation list) {
        ACCOUNT.reset(ExampleAccount.NOW - 86_400);
        String saved = created("createInstanceByImage");
        ACCOUNT.advanceTo(ExampleAccount.NOW - 86_000);
        acknowledged("saveInstanceImage", "{\"instance_uuid\": \"%s\"}".formatted(saved));
        ACCOUNT.advanceTo(ExampleAccount.NOW);
        String running = created("createInstanceByPod");
        ACCOUNT.advanceTo(ExampleAccount.NOW + 60);
        acknowledged(
                "setShutdownTimer",
                "{\"instance_uuid\": \"%s\", \"shutdown_time\": %d, \"enable\": true}"
                        .formatted(running, ExampleAccount.NOW + 3_600));
        return ACCOUNT.call(list, "", "");
    }

    /** A ready image of a pod, and a newer one of a market image that is uploading. */
    private static StubHttp.Response privateImagesListed(OpenApiOperation list) {
        ACCOUNT.reset(ExampleAccount.NOW);
        String ofPod = created("createInstanceByPod");
        ACCOUNT.advanceTo(ExampleAccount.NOW + 60);
        acknowledged("saveInstanceImage", "{\"instance_uuid\": \"%s\"}".formatted(ofPod));
        String ofImage = created("createInstanceByImage");
        ACCOUNT.advanceTo(ExampleAccount.NOW + 120);
        acknowledged("saveInstanceImage", "{\"instance_uuid\": \"%s\"}".formatted(ofImage));
        return ACCOUNT.call(list, "", "");
    }

    private static String created(String operation) {
        OpenApiOperation create = Examples.operation(operation);
        return ACCOUNT.call(create, "", firstRequest(create))
                .json()
                .at("/data/instance_uuid")
                .stringValue();
    }

    private static void acknowledged(String operation, String body) {
        assertThat(ACCOUNT.call(Examples.operation(operation), "", body).code()).isZero();
    }

    /** After a reset no instances or private images exist. The market image is replaced by an unknown one. */
    private static String refused(OpenApiOperation operation, String name) {
        return name.equals("TitleTooLong")
                ? "{\"instance_uuid\": \"none\", \"title\": \"" + "x".repeat(51) + "\"}"
                : firstRequest(operation).replace("img-pytorch-2.5", "img-none");
    }

    private static String firstRequest(OpenApiOperation operation) {
        return operation.method().equals("GET")
                ? ""
                : Examples.requests(operation).get(0).toString();
    }
}
