package io.gpucloud.contract.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An operation as the contract shows it.
 *
 * @param method HTTP method
 * @param path path below the base address
 * @param shown what the contract says of it
 */
record SpecOperation(String method, String path, JsonNode shown) {

    private static final JsonNode CONTRACT = read();

    static List<SpecOperation> all() {
        return CONTRACT.at("/paths").properties().stream()
                .flatMap(path -> path.getValue().properties().stream()
                        .map(operation -> new SpecOperation(
                                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue())))
                .toList();
    }

    static SpecOperation named(String id) {
        return all().stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    String id() {
        return shown.at("/operationId").stringValue();
    }

    /** Whether it is to be called without a key. */
    boolean isPublic() {
        return shown.has("security") && shown.at("/security").isEmpty();
    }

    /** The sample in a language, as it stands in the documentation. */
    String sample(String language) {
        return shown.at("/x-codeSamples")
                .valueStream()
                .filter(sample -> sample.at("/lang").stringValue().equals(language))
                .findFirst()
                .orElseThrow()
                .at("/source")
                .stringValue();
    }

    /** The bodies that the contract gives as examples. */
    List<JsonNode> requestExamples() {
        JsonNode schema = resolved(shown.at("/requestBody/content/application~1json/schema"));
        return schema.at("/examples").valueStream().toList();
    }

    /** Query strings that use the examples of the parameters: one with each of them alone. */
    List<String> queries() {
        return Stream.concat(
                        Stream.of(""),
                        shown.at("/parameters")
                                .valueStream()
                                .map(SpecOperation::resolved)
                                .map(parameter -> "?" + parameter.at("/name").stringValue() + "="
                                        + parameter.at("/example").asString()))
                .toList();
    }

    /** The examples of a response by their names in {@code components}. */
    Map<String, JsonNode> responseExamples(String status) {
        JsonNode response = resolved(shown.at("/responses").path(status));
        return response.at("/content/application~1json/examples")
                .valueStream()
                .map(example -> example.at("/$ref").stringValue())
                .collect(Collectors.toMap(
                        pointer -> pointer.substring(pointer.lastIndexOf('/') + 1),
                        pointer -> CONTRACT.at(pointer.substring(1)).at("/value")));
    }

    @Override
    public String toString() {
        return id();
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? CONTRACT.at(node.at("/$ref").stringValue().substring(1)) : node;
    }

    private static JsonNode read() {
        try (InputStream json = SpecOperation.class.getResourceAsStream("/META-INF/openapi/gpu-cloud-v2.json")) {
            return JsonMapper.shared().readTree(json);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
