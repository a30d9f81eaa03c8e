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

    private static ExampleAccount account;

    @BeforeAll
    static void start() {
        account = new ExampleAccount();
    }

    @AfterAll
    static void stop() {
        account.close();
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
        ExampleAccount.Response response = account.call(operation, query, account.set(operation, body));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.code()).as("%s", response).isZero();
    }
}
