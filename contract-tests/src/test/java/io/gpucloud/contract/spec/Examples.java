package io.gpucloud.contract.spec;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.openapi.OpenApiMediaType;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The code samples of the contract, and its examples of requests and responses. */
final class Examples {

    private Examples() {}

    static List<OpenApiOperation> operations() {
        return ApiDocuments.PUBLIC_API.operations();
    }

    static OpenApiOperation operation(String id) {
        return ApiDocuments.PUBLIC_API.operation(id);
    }

    /** The sample in a language, as in the document. */
    static String sample(OpenApiOperation operation, String language) {
        return operation.node().at("x-codeSamples").children().values().stream()
                .filter(sample -> sample.text("lang").equals(language))
                .findFirst()
                .orElseThrow()
                .text("source");
    }

    /** The bodies that the contract gives as examples of requests that succeed. */
    static List<JsonNode> requests(OpenApiOperation operation) {
        Map<String, JsonNode> requests = namedRequests(operation);
        return namedResponses(operation).entrySet().stream()
                .filter(response -> response.getValue().at("/code").intValue() == 0)
                .flatMap(response -> Stream.ofNullable(requests.get(response.getKey())))
                .toList();
    }

    /** The named examples of the request body, by name. */
    static Map<String, JsonNode> namedRequests(OpenApiOperation operation) {
        return named(operation.requestBody().flatMap(body -> body.mediaType("application/json")));
    }

    /** The named examples of HTTP 200, by name. */
    static Map<String, JsonNode> namedResponses(OpenApiOperation operation) {
        return named(operation.response(200).flatMap(response -> response.mediaType("application/json")));
    }

    /** The named examples of the response to a success, by name. */
    static Map<String, JsonNode> namedSuccesses(OpenApiOperation operation) {
        return named(Stream.of(200, 201)
                .flatMap(status -> operation.response(status).stream())
                .findFirst()
                .flatMap(response -> response.mediaType("application/json")));
    }

    private static Map<String, JsonNode> named(Optional<OpenApiMediaType> mediaType) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        mediaType.ifPresent(json -> json.node()
                .at("examples")
                .children()
                .forEach((name, example) -> values.put(name, example.at("value").value())));
        return values;
    }

    /** Query strings that use the examples of the parameters: one for each parameter, and one without any. */
    static List<String> queries(OpenApiOperation operation) {
        return Stream.concat(
                        Stream.of(""),
                        operation.parameters().stream()
                                .map(parameter -> "?" + parameter.name() + "="
                                        + parameter.node().text("example")))
                .toList();
    }

    /** The examples of a response by their names in {@code components}. */
    static Map<String, JsonNode> responses(OpenApiOperation operation, String status) {
        return Stream.ofNullable(operation.responses().get(status))
                .flatMap(response -> response.mediaType("application/json").stream())
                .flatMap(json -> json.examples().stream())
                .collect(Collectors.toMap(
                        example -> example.pointer().substring(example.pointer().lastIndexOf('/') + 1),
                        example -> example.at("value").value(),
                        (same, again) -> same));
    }
}
