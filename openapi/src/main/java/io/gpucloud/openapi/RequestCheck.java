package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.gpucloud.openapi.Finding.Where;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks requests against an OpenAPI document. */
final class RequestCheck {

    private final OpenApiDocument document;
    private final Schemas schemas;
    private final BodyCheck bodies;

    RequestCheck(OpenApiDocument document, Schemas schemas) {
        this.document = document;
        this.schemas = schemas;
        this.bodies = new BodyCheck(schemas, Where.REQUEST_BODY, Where.REQUEST_HEADERS);
    }

    List<Finding> findings(Exchange exchange) {
        Request request = exchange.request();
        Optional<OpenApiOperation> found = document.findOperation(request.method(), request.path());
        if (found.isEmpty()) {
            String message = "the contract has no operation " + request.method() + " " + request.path();
            return List.of(Where.OPERATION.finding("", message, document.root().at("paths")));
        }
        OpenApiOperation operation = found.get();
        List<Finding> findings = new ArrayList<>();
        operation
                .pathVariables(request.path())
                .forEach((name, value) -> findings.addAll(variable(operation, name, value)));
        findings.addAll(security(operation, request));
        findings.addAll(query(operation, request));
        findings.addAll(headers(operation, request));
        findings.addAll(body(operation, request));
        return List.copyOf(findings);
    }

    private List<Finding> variable(OpenApiOperation operation, String name, String value) {
        return operation.parameters("path").stream()
                .filter(parameter -> parameter.name().equals(name))
                .flatMap(parameter -> decoded(value)
                        .map(text -> value(Where.OPERATION, parameter, text))
                        .orElseGet(() -> List.of(badEncoding(Where.OPERATION, operation)))
                        .stream())
                .toList();
    }

    private List<Finding> security(OpenApiOperation operation, Request request) {
        if (!operation.isPublic() || request.header("Authorization").isEmpty()) {
            return List.of();
        }
        String message = "a public operation was sent the header Authorization";
        return List.of(Where.SECURITY.finding("Authorization", message, operation.node()));
    }

    private List<Finding> query(OpenApiOperation operation, Request request) {
        Optional<Map<String, List<String>>> parsed = parsed(request.query());
        if (parsed.isEmpty()) {
            return List.of(badEncoding(Where.QUERY, operation));
        }
        List<Finding> findings = new ArrayList<>();
        Map<String, List<String>> unknown = new LinkedHashMap<>(parsed.get());
        for (OpenApiParameter parameter : in(operation, "query")) {
            List<String> values = unknown.remove(parameter.name());
            findings.addAll(values(Where.QUERY, parameter, values == null ? List.of() : values));
        }
        for (String name : unknown.keySet()) {
            findings.add(Where.QUERY.finding(name, "is not in the contract", operation.node()));
        }
        return findings;
    }

    private List<Finding> headers(OpenApiOperation operation, Request request) {
        List<Finding> findings = new ArrayList<>();
        for (OpenApiParameter parameter : in(operation, "header")) {
            findings.addAll(values(Where.REQUEST_HEADERS, parameter, request.header(parameter.name())));
        }
        return findings;
    }

    private List<Finding> body(OpenApiOperation operation, Request request) {
        boolean sent = request.body().length > 0;
        Optional<OpenApiContent> described = operation.requestBody();
        if (described.isPresent() && sent) {
            return bodies.findings(described.get(), request);
        }
        if (sent) {
            return List.of(Where.REQUEST_BODY.finding("", "is not in the contract", operation.node()));
        }
        return described
                .filter(OpenApiContent::required)
                .map(body -> Where.REQUEST_BODY.finding("", "is missing", body.node()))
                .stream()
                .toList();
    }

    private List<Finding> values(Where where, OpenApiParameter parameter, List<String> values) {
        if (values.size() > 1) {
            return List.of(where.finding(parameter.name(), "is given more than once", parameter.node()));
        }
        if (values.size() == 1) {
            return value(where, parameter, values.get(0));
        }
        return parameter.required()
                ? List.of(where.finding(parameter.name(), "is missing", parameter.node()))
                : List.of();
    }

    private List<Finding> value(Where where, OpenApiParameter parameter, String text) {
        return schemas.findings(parameter.schema(), parameter.value(text), where, parameter.name());
    }

    private Finding badEncoding(Where where, OpenApiOperation operation) {
        return where.finding("", "is not percent-encoded UTF-8", operation.node());
    }

    private static List<OpenApiParameter> in(OpenApiOperation operation, String in) {
        Set<String> credentials = Set.copyOf(
                operation.securityHeaders().stream().flatMap(Set::stream).toList());
        return operation.parameters(in).stream()
                .filter(parameter -> !credentials.contains(parameter.name()))
                .toList();
    }

    private static Optional<Map<String, List<String>>> parsed(String query) {
        try {
            return Optional.of(Arrays.stream(query.split("&"))
                    .filter(pair -> !pair.isEmpty())
                    .map(pair -> pair.split("=", 2))
                    .collect(groupingBy(
                            pair -> URLDecoder.decode(pair[0], UTF_8),
                            LinkedHashMap::new,
                            mapping(pair -> pair.length < 2 ? "" : URLDecoder.decode(pair[1], UTF_8), toList()))));
        } catch (IllegalArgumentException badEncoding) {
            return Optional.empty();
        }
    }

    private static Optional<String> decoded(String segment) {
        try {
            return Optional.of(URLDecoder.decode(segment.replace("+", "%2B"), UTF_8));
        } catch (IllegalArgumentException badEncoding) {
            return Optional.empty();
        }
    }
}
