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

/** A request example gets the response example of the same name. */
class PairedExamplesTest {

    private static Scene scene;

    @BeforeAll
    static void start() {
        scene = new Scene();
    }

    @AfterAll
    static void stop() {
        scene.close();
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
    void getTheResponseOfTheirName(OpenApiOperation operation, String name, JsonNode request, JsonNode response) {
        if (response.at("/code").intValue() == 0) {
            Scene.Answer answer = scene.call(operation, "", scene.set(operation, request.toString()));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(Form.differences(response, answer.body())).isEmpty();
        } else {
            scene.reset(Scene.NOW);
            String key = response.at("/msg").asString().contains("balance") ? Scene.POOR_KEY : Scene.KEY;
            Scene.Answer answer = scene.call(key, operation, "", request.toString());
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(response);
        }
    }
}
