package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.openapi.OpenApiOperation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request example of the contract succeeds. */
class RequestExamplesTest {

    private static Scene scene;

    @BeforeAll
    static void start() {
        scene = new Scene();
    }

    @AfterAll
    static void stop() {
        scene.close();
    }

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
        Scene.Answer answer = scene.call(operation, query, scene.set(operation, body));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.code()).as("%s", answer).isZero();
    }
}
