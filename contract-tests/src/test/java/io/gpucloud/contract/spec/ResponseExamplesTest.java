package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.openapi.OpenApiOperation;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The stub returns what the response examples show: the same members and types, and for errors the same text. */
class ResponseExamplesTest {

    private static Scene scene;

    @BeforeAll
    static void start() {
        scene = new Scene();
    }

    @AfterAll
    static void stop() {
        scene.close();
    }

    static Stream<Arguments> successes() {
        return Examples.operations().stream()
                .flatMap(operation -> Examples.responses(operation, "200").entrySet().stream()
                        .filter(example -> example.getValue().at("/code").intValue() == 0)
                        .map(example -> arguments(operation, example.getKey(), example.getValue())));
    }

    static Stream<Arguments> failures() {
        return Examples.operations().stream()
                .flatMap(operation -> Examples.responses(operation, "200").entrySet().stream()
                        .filter(example -> example.getValue().at("/code").intValue() != 0)
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
    void showTheFormOfSuccess(OpenApiOperation operation, String name, JsonNode example) {
        Scene.Answer answer = switch (name) {
            case "InstancesListed" -> instancesListed(operation);
            case "PrivateImagesListed" -> privateImagesListed(operation);
            default -> scene.call(operation, "", scene.set(operation, firstRequest(operation)));
        };
        assertThat(answer.status()).isEqualTo(200);
        assertThat(Form.differences(example, answer.body())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void showTheWordsOfARefusal(OpenApiOperation operation, String name, JsonNode example) {
        scene.reset(Scene.NOW);
        String key = name.equals("InsufficientFunds") ? Scene.POOR_KEY : Scene.KEY;
        if (name.equals("QueryFailed")) {
            scene.fault(operation, "\"code\": -1, \"msg\": \"the query failed\"");
        }
        Scene.Answer answer = scene.call(key, operation, "", refused(operation, name));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(example);
    }

    @ParameterizedTest
    @MethodSource("errors")
    void showTheFormOfAnError(OpenApiOperation operation, int status, JsonNode example) {
        scene.reset(Scene.NOW);
        boolean usual = example.has("msg");
        scene.fault(operation, "\"status\": " + status + (status == 400 && usual ? ", \"code\": 1" : ""));
        JsonNode answer = scene.call(operation, "", firstRequest(operation)).body();
        if (usual && status != 400) {
            assertThat(answer).isEqualTo(example);
        } else {
            assertThat(Form.differences(example, answer)).allMatch(difference -> difference.startsWith("/data/field"));
        }
    }

    /** One that runs with a timer, and an older one that was saved and is down. */
    private static Scene.Answer instancesListed(OpenApiOperation list) {
        scene.reset(Scene.NOW - 86_400);
        String saved = created("createInstanceByImage");
        scene.advanceTo(Scene.NOW - 86_000);
        acknowledged("saveInstanceImage", "{\"instance_uuid\": \"%s\"}".formatted(saved));
        scene.advanceTo(Scene.NOW);
        String running = created("createInstanceByPod");
        scene.advanceTo(Scene.NOW + 60);
        acknowledged(
                "setShutdownTimer",
                "{\"instance_uuid\": \"%s\", \"shutdown_time\": %d, \"enable\": true}"
                        .formatted(running, Scene.NOW + 3_600));
        return scene.call(list, "", "");
    }

    /** One of a pod that is ready, and a newer one of a market image that is uploading. */
    private static Scene.Answer privateImagesListed(OpenApiOperation list) {
        scene.reset(Scene.NOW);
        String ofPod = created("createInstanceByPod");
        scene.advanceTo(Scene.NOW + 60);
        acknowledged("saveInstanceImage", "{\"instance_uuid\": \"%s\"}".formatted(ofPod));
        String ofImage = created("createInstanceByImage");
        scene.advanceTo(Scene.NOW + 120);
        acknowledged("saveInstanceImage", "{\"instance_uuid\": \"%s\"}".formatted(ofImage));
        return scene.call(list, "", "");
    }

    private static String created(String operation) {
        OpenApiOperation create = Examples.operation(operation);
        return scene.call(create, "", firstRequest(create))
                .body()
                .at("/data/instance_uuid")
                .stringValue();
    }

    private static void acknowledged(String operation, String body) {
        assertThat(scene.call(Examples.operation(operation), "", body).code()).isZero();
    }

    /** After a reset neither instances nor private images are there; the market image is exchanged for one that is not. */
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
