package io.gpucloud.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.openapi.Finding.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The contract leaves its objects open. A strict check reports an undeclared member of every operation anyway. */
class UndeclaredMembersTest {

    private static final String MEMBER = "undeclared_member";
    private static final OpenApiDocument CONTRACT = OpenApiDocument.load("gpu-cloud-v2");
    private static final ContractCheck STRICT = ContractCheck.of("gpu-cloud-v2", Strictness.STRICT);
    private static final ContractCheck LENIENT = ContractCheck.of("gpu-cloud-v2", Strictness.LENIENT);

    /** Each object of each request example of each operation. */
    static Stream<Arguments> requests() {
        return CONTRACT.operations().stream()
                .flatMap(operation -> operation.requestBody().stream()
                        .flatMap(body -> body.mediaType("application/json").stream())
                        .flatMap(json -> json.examples().stream())
                        .map(example -> example.at("value").value())
                        .flatMap(body -> objects(body).stream().map(object -> arguments(operation, body, object))));
    }

    /** Each object of each response example of each operation. */
    static Stream<Arguments> responses() {
        return CONTRACT.operations().stream()
                .flatMap(operation -> operation.responses().entrySet().stream()
                        .filter(response -> !response.getKey().equals("default"))
                        .flatMap(response -> response.getValue().mediaType("application/json").stream()
                                .flatMap(json -> json.examples().stream())
                                .map(example -> example.at("value").value())
                                .flatMap(body -> objects(body).stream()
                                        .map(object -> arguments(operation, response.getKey(), body, object)))));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void areFoundInARequest(OpenApiOperation operation, JsonNode body, String object) {
        Request request = request(operation).body(extended(body, object));
        assertThat(STRICT.request(request))
                .extracting(Finding::where, Finding::pointer, Finding::message)
                .containsExactly(Tuple.tuple(Where.REQUEST_BODY, object + "/" + MEMBER, "is not in the contract"));
        assertThat(LENIENT.request(request)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("responses")
    void areFoundInAResponse(OpenApiOperation operation, String status, JsonNode body, String object) {
        Response response = Response.of(Integer.parseInt(status))
                .header("Content-Type", "application/json")
                .header("WWW-Authenticate", "Bearer")
                .header("Retry-After", "3")
                .body(extended(body, object));
        assertThat(STRICT.response(request(operation), response))
                .extracting(Finding::where, Finding::pointer, Finding::message)
                .containsExactly(Tuple.tuple(Where.RESPONSE_BODY, object + "/" + MEMBER, "is not in the contract"));
        assertThat(LENIENT.response(request(operation), response)).isEmpty();
    }

    @Test
    void areTestedInEveryOperation() {
        assertThat(responses().map(arguments -> arguments.get()[0]).distinct())
                .containsExactlyElementsOf(CONTRACT.operations());
        assertThat(requests().map(arguments -> arguments.get()[0]).distinct())
                .containsExactlyElementsOf(CONTRACT.operations().stream()
                        .filter(operation -> operation.requestSchema().isPresent())
                        .toList());
    }

    private static Request request(OpenApiOperation operation) {
        Request request = Request.of(operation.method(), CONTRACT.basePath() + operation.path());
        if (operation.requestBody().isPresent()) {
            request = request.header("Content-Type", "application/json");
        }
        return operation.isPublic() ? request : request.header("Authorization", "Bearer demo-key");
    }

    private static String extended(JsonNode body, String object) {
        JsonNode copy = body.deepCopy();
        ((ObjectNode) copy.at(object)).put(MEMBER, "any");
        return copy.toString();
    }

    /** The JSON pointers of all objects in a value. */
    private static List<String> objects(JsonNode value) {
        List<String> pointers = new ArrayList<>();
        collect(value, "", pointers);
        return pointers;
    }

    private static void collect(JsonNode value, String pointer, List<String> pointers) {
        if (value.isObject()) {
            pointers.add(pointer);
            value.properties().forEach(member -> collect(member.getValue(), pointer + "/" + member.getKey(), pointers));
        }
        for (int index = 0; value.isArray() && index < value.size(); index++) {
            collect(value.get(index), pointer + "/" + index, pointers);
        }
    }
}
