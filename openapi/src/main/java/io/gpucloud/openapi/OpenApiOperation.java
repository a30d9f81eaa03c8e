package io.gpucloud.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * An operation of an OpenAPI document.
 *
 * @param id its {@code operationId}, empty if it has none
 * @param method HTTP method in capitals
 * @param path path template below the base path; variables are in braces
 * @param parameters its parameters
 * @param node the Operation Object
 */
public record OpenApiOperation(
        String id, String method, String path, List<OpenApiParameter> parameters, DocumentNode node) {

    static OpenApiOperation of(String path, String method, DocumentNode node) {
        List<OpenApiParameter> parameters = node.at("parameters").children().values().stream()
                .map(parameter -> OpenApiParameter.of(parameter.resolved()))
                .toList();
        return new OpenApiOperation(node.text("operationId"), method.toUpperCase(Locale.ROOT), path, parameters, node);
    }

    /** {@return whether the operation is public: it needs no credentials, but a request may have them} */
    public boolean isPublic() {
        return security().isEmpty();
    }

    /** Whether the operation needs a bearer token. An empty security requirement means that the token is optional. */
    boolean needsToken() {
        return !isPublic() && security().valueStream().noneMatch(JsonNode::isEmpty);
    }

    private JsonNode security() {
        JsonNode own = node.value().path("security");
        return own.isMissingNode() ? node.document().path("security") : own;
    }

    /**
     * {@return the parameters in one part of the request, in document order}
     *
     * @param in {@code path}, {@code query}, {@code header} or {@code cookie}
     */
    public List<OpenApiParameter> parameters(String in) {
        return parameters.stream()
                .filter(parameter -> parameter.in().equals(in))
                .toList();
    }

    /** {@return the request body, empty if the operation takes none} */
    public Optional<OpenApiContent> requestBody() {
        return Optional.of(node.at("requestBody"))
                .filter(DocumentNode::exists)
                .map(DocumentNode::resolved)
                .map(OpenApiContent::new);
    }

    /** {@return the schema of a request body in JSON, empty if the operation takes no body in JSON} */
    public Optional<OpenApiSchema> requestSchema() {
        return requestBody().flatMap(body -> body.mediaType("application/json")).map(OpenApiMediaType::schema);
    }

    /** {@return the responses by status or {@code default}, in document order} */
    public Map<String, OpenApiContent> responses() {
        Map<String, OpenApiContent> responses = new LinkedHashMap<>();
        node.at("responses")
                .children()
                .forEach((status, response) -> responses.put(status, new OpenApiContent(response.resolved())));
        return responses;
    }

    /**
     * {@return the response that is documented for a status} Empty if it is not, even if there is a {@code default}.
     *
     * @param status the HTTP status
     */
    public Optional<OpenApiContent> response(int status) {
        return Optional.ofNullable(responses().get(Integer.toString(status)));
    }

    /**
     * {@return the {@linkplain DocumentNode#location location} where the operation documents a status} It is in the
     * entry of the status, in {@code default}, or the responses as a whole.
     *
     * @param status the HTTP status
     */
    public String responseLocation(int status) {
        return Stream.of(Integer.toString(status), "default")
                .map(key -> node.at("responses", key))
                .filter(DocumentNode::exists)
                .findFirst()
                .orElseGet(() -> node.at("responses"))
                .location();
    }

    /** Whether a path below the base path is one of this operation. */
    boolean matches(String actualPath) {
        String[] template = path.split("/", -1);
        String[] actual = actualPath.split("/", -1);
        return template.length == actual.length
                && IntStream.range(0, template.length)
                        .allMatch(index -> isVariable(template[index]) || template[index].equals(actual[index]));
    }

    long pathVariableCount() {
        return Stream.of(path.split("/", -1))
                .filter(OpenApiOperation::isVariable)
                .count();
    }

    /**
     * The values of the variables in a path that {@linkplain #matches matches}; the path may begin with the base path.
     */
    Map<String, String> pathVariables(String actualPath) {
        Map<String, String> values = new LinkedHashMap<>();
        String[] template = path.split("/", -1);
        String[] actual = actualPath.split("/", -1);
        int base = actual.length - template.length;
        for (int index = 0; index < template.length; index++) {
            if (isVariable(template[index])) {
                values.put(template[index].substring(1, template[index].length() - 1), actual[base + index]);
            }
        }
        return values;
    }

    /** In our documents, a variable is a whole segment of the path. */
    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    @Override
    public String toString() {
        return id;
    }
}
