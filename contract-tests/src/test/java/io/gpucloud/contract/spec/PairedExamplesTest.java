package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A request example gets the response example of the same name. */
class PairedExamplesTest {

    @RegisterExtension
    static final ExampleAccount ACCOUNT = new ExampleAccount();

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
}
