package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request example of the contract succeeds. */
class RequestExamplesTest {

    @RegisterExtension
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
}
