package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The stub accepts each request example of {@code /__admin}, and responds as the response example of the same name. The
 * code samples that are made of the examples run.
 */
class AdminExamplesTest {

    /** Their examples are shortened, because a complete snapshot is valid for one version of the stub only. */
    private static final Set<String> SNAPSHOTS = Set.of("putSnapshot");

    @AutoClose
    static final ExampleAccount ACCOUNT = new ExampleAccount();

    static Stream<Arguments> requests() {
        return ApiDocuments.ADMIN_API.operations().stream()
                .filter(operation -> !SNAPSHOTS.contains(operation.id()))
                .flatMap(operation -> Examples.namedRequests(operation).entrySet().stream()
                        .map(request -> arguments(operation, request.getKey(), request.getValue())));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("requests")
    void areAccepted(OpenApiOperation operation, String name, JsonNode request) {
        ACCOUNT.reset(ExampleAccount.NOW);
        StubHttp.Response response = ACCOUNT.sendAdmin(operation.method(), path(operation), request.toString());
        assertThat(response.status()).as("%s", response).isBetween(200, 204);
        JsonNode documented = Examples.namedSuccesses(operation).get(name);
        if (documented != null) {
            assertThat(JsonShape.differences(documented, response.json())).isEmpty();
        }
    }

    static Stream<OpenApiOperation> forms() {
        return ApiDocuments.ADMIN_API.operations().stream().filter(operation -> !SNAPSHOTS.contains(operation.id()));
    }

    /**
     * The form of {@code /docs} as it is prefilled: the examples of all parameters, and the first example of the body.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void areAcceptedWithTheExamplesOfAllParameters(OpenApiOperation operation) {
        ACCOUNT.reset(ExampleAccount.NOW);
        String query = operation.parameters("query").stream()
                .map(parameter -> parameter.name() + "=" + parameter.node().text("example"))
                .collect(Collectors.joining("&", "?", ""));
        if (operation.id().equals("deleteFaults")) {
            query = query.replaceFirst("id=[^&]*", "id=" + newFault());
        }
        String body = Examples.namedRequests(operation).values().stream()
                .findFirst()
                .map(JsonNode::toString)
                .orElse("");
        StubHttp.Response response = ACCOUNT.sendAdmin(operation.method(), path(operation) + query, body);
        assertThat(response.status()).as("%s", response).isBetween(200, 204);
    }

    @ParameterizedTest(name = "{0}")
    @Tag("ci")
    @MethodSource("forms")
    void runAsSamplesOfCurl(OpenApiOperation operation) throws Exception {
        ExternalProgram.require("curl");
        String failing = "curl() { command curl --fail-with-body \"$@\"; }\n";
        succeed("sh", failing + sample(operation, "Shell"));
    }

    @ParameterizedTest(name = "{0}")
    @Tag("ci")
    @MethodSource("forms")
    void runAsSamplesOfPython(OpenApiOperation operation) throws Exception {
        succeed("python3", sample(operation, "Python"));
    }

    /** The sample, with its path replaced by one that exists. */
    private static String sample(OpenApiOperation operation, String language) {
        ACCOUNT.reset(ExampleAccount.NOW);
        return Examples.sample(operation, language)
                .replaceFirst("/__admin[^\"]*", Matcher.quoteReplacement(path(operation)));
    }

    private static void succeed(String interpreter, String program) throws Exception {
        String origin = ACCOUNT.baseUrl().replaceFirst("/api/.*", "");
        ExternalProgram.of(interpreter, "-c", program)
                .with("GPU_CLOUD_STUB_URL", origin)
                .succeed();
    }

    private static String path(OpenApiOperation operation) {
        String path = operation.path();
        for (var parameter : operation.parameters("path")) {
            path = path.replace("{" + parameter.name() + "}", parameter.node().text("example"));
        }
        return path;
    }

    /** Sets the fault that the examples of the parameters select. */
    private static String newFault() {
        String fault = "{\"api_key\": \"demo-key\", \"operation\": \"createInstanceByPod\", \"status\": 500}";
        return ACCOUNT.sendAdmin("POST", "/__admin/faults", fault)
                .json()
                .at("/id")
                .stringValue();
    }
}
