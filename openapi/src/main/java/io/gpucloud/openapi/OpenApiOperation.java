package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An operation of an OpenAPI document.
 *
 * @param id its {@code operationId}, empty if it has none
 * @param method HTTP method in capitals
 * @param path path template below the base path; variables are in braces
 * @param parameters its parameters and those of its path item
 * @param securityHeaders for each security requirement, the names of the headers that carry the credentials. No requirement means
 *     that the operation is public. An empty requirement means that credentials are optional
 * @param node the Operation Object
 */
public record OpenApiOperation(
        String id,
        String method,
        String path,
        List<OpenApiParameter> parameters,
        List<Set<String>> securityHeaders,
        DocumentNode node) {

    static OpenApiOperation of(String path, DocumentNode pathItem, String method, DocumentNode node) {
        return new OpenApiOperation(
                node.text("operationId"),
                method.toUpperCase(Locale.ROOT),
                path,
                parameters(pathItem, node),
                securityHeaders(node),
                node);
    }

    /** {@return whether the operation is public: it needs no credentials} */
    public boolean isPublic() {
        return securityHeaders.isEmpty();
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

    /** {@return the responses by status, range of statuses such as {@code 4XX}, or {@code default}, in document order} */
    public Map<String, OpenApiContent> responses() {
        Map<String, OpenApiContent> responses = new LinkedHashMap<>();
        node.at("responses")
                .children()
                .forEach((status, response) -> responses.put(status, new OpenApiContent(response.resolved())));
        return responses;
    }

    /**
     * {@return the response that is documented for a status or for its range, such as {@code 4XX}} Empty if neither is documented,
     * even if there is a {@code default}.
     *
     * @param status the HTTP status
     */
    public Optional<OpenApiContent> response(int status) {
        return firstResponse(Integer.toString(status), status / 100 + "XX")
                .map(response -> new OpenApiContent(response.resolved()));
    }

    Optional<OpenApiContent> defaultResponse() {
        return firstResponse("default").map(response -> new OpenApiContent(response.resolved()));
    }

    /**
     * {@return the {@linkplain DocumentNode#location location} where the operation documents a status} It is in the entry of the
     * status, in {@code default}, or the responses as a whole.
     *
     * @param status the HTTP status
     */
    public String responseLocation(int status) {
        return firstResponse(Integer.toString(status), status / 100 + "XX", "default")
                .orElseGet(() -> node.at("responses"))
                .location();
    }

    private Optional<DocumentNode> firstResponse(String... keys) {
        return Stream.of(keys)
                .map(key -> node.at("responses", key))
                .filter(DocumentNode::exists)
                .findFirst();
    }

    /** Whether a path below the base path is one of this operation. */
    boolean matches(String actualPath) {
        List<String> template = segments(path);
        List<String> actual = segments(actualPath);
        return actual.size() == template.size()
                && IntStream.range(0, actual.size())
                        .allMatch(index -> isVariable(template.get(index))
                                || template.get(index).equals(actual.get(index)));
    }

    long pathVariableCount() {
        return segments(path).stream().filter(OpenApiOperation::isVariable).count();
    }

    /** The values of the variables in a path that {@linkplain #matches matches}; the path may begin with the base path. */
    Map<String, String> pathVariables(String actualPath) {
        List<String> template = segments(path);
        List<String> actual = segments(actualPath);
        int offset = actual.size() - template.size();
        Map<String, String> values = new LinkedHashMap<>();
        for (int index = 0; index < template.size(); index++) {
            String segment = template.get(index);
            if (isVariable(segment)) {
                values.put(segment.substring(1, segment.length() - 1), actual.get(offset + index));
            }
        }
        return values;
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }

    private static List<OpenApiParameter> parameters(DocumentNode pathItem, DocumentNode operation) {
        Map<String, OpenApiParameter> parameters = new LinkedHashMap<>();
        for (DocumentNode owner : List.of(pathItem, operation)) {
            for (DocumentNode node : owner.at("parameters").children().values()) {
                OpenApiParameter parameter = OpenApiParameter.of(node.resolved());
                parameters.put(parameter.in() + " " + parameter.name(), parameter);
            }
        }
        return List.copyOf(parameters.values());
    }

    private static List<Set<String>> securityHeaders(DocumentNode operation) {
        DocumentNode root = DocumentNode.root(operation.file(), operation.document());
        DocumentNode own = operation.at("security");
        List<Set<String>> headers = new ArrayList<>();
        for (DocumentNode requirement :
                (own.exists() ? own : root.at("security")).children().values()) {
            headers.add(requirement.children().keySet().stream()
                    .map(scheme -> root.at("components", "securitySchemes", scheme))
                    .map(scheme -> scheme.text("type").equals("apiKey") ? scheme.text("name") : "Authorization")
                    .collect(Collectors.toUnmodifiableSet()));
        }
        return List.copyOf(headers);
    }

    @Override
    public String toString() {
        return id;
    }
}
