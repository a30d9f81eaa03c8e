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

    private static ExampleAccount account;

    @BeforeAll
    static void start() {
        account = new ExampleAccount();
    }

    @AfterAll
    static void stop() {
        account.close();
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
    void getTheResponseOfTheirName(OpenApiOperation operation, String name, JsonNode request, JsonNode expected) {
        if (expected.at("/code").intValue() == 0) {
            ExampleAccount.Response response = account.call(operation, "", account.set(operation, request.toString()));
            assertThat(response.status()).isEqualTo(200);
            assertThat(JsonShape.differences(expected, response.body())).isEmpty();
        } else {
            account.reset(ExampleAccount.NOW);
            String key =
                    expected.at("/msg").asString().contains("balance") ? ExampleAccount.POOR_KEY : ExampleAccount.KEY;
            ExampleAccount.Response response = account.call(key, operation, "", request.toString());
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(expected);
        }
    }
}
