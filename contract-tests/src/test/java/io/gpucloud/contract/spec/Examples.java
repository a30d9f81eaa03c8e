package io.gpucloud.contract.spec;

import io.gpucloud.contract.kit.Spec;
import io.gpucloud.contract.kit.SpecOperation;
import io.gpucloud.contract.kit.SpecPlace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What the contract shows of its operations: code samples, and examples of requests and answers. */
final class Examples {

    private Examples() {}

    static List<SpecOperation> operations() {
        return List.copyOf(Spec.PUBLIC.operations().values());
    }

    static SpecOperation operation(String id) {
        return Objects.requireNonNull(Spec.PUBLIC.operations().get(id), id);
    }

    /** The sample in a language, as it stands in the documentation. */
    static String sample(SpecOperation operation, String language) {
        return operation.place().at("x-codeSamples").children().values().stream()
                .filter(sample -> sample.text("lang").equals(language))
                .findFirst()
                .orElseThrow()
                .text("source");
    }

    /** The bodies that the contract gives as examples. */
    static List<JsonNode> requests(SpecOperation operation) {
        return operation
                .place()
                .at("requestBody", "content", "application/json", "schema", "examples")
                .node()
                .valueStream()
                .toList();
    }

    /** Query strings that use the examples of the parameters: one with each of them alone. */
    static List<String> queries(SpecOperation operation) {
        return Stream.concat(
                        Stream.of(""),
                        operation.place().at("parameters").children().values().stream()
                                .map(parameter -> "?" + parameter.text("name") + "=" + parameter.text("example")))
                .toList();
    }

    /** The examples of a response by their names in {@code components}. */
    static Map<String, JsonNode> responses(SpecOperation operation, String status) {
        return operation
                .place()
                .at("responses", status, "content", "application/json", "examples")
                .children()
                .values()
                .stream()
                .map(SpecPlace::target)
                .collect(Collectors.toMap(
                        example -> example.pointer().substring(example.pointer().lastIndexOf('/') + 1),
                        example -> example.at("value").node()));
    }
}
