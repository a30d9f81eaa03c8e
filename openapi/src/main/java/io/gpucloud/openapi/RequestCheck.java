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
            return List.of(new Finding(
                    Where.OPERATION, "", message, document.root().at("paths").location()));
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
        if (!operation.isPublic() || request.headers().all("Authorization").isEmpty()) {
            return List.of();
        }
        String message = "a public operation was sent the header Authorization";
        return List.of(new Finding(
                Where.SECURITY, "Authorization", message, operation.node().location()));
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
            findings.add(new Finding(
                    Where.QUERY,
                    name,
                    "is not in the contract",
                    operation.node().location()));
        }
        return findings;
    }

    private List<Finding> headers(OpenApiOperation operation, Request request) {
        return in(operation, "header").stream()
                .flatMap(parameter ->
                        values(
                                Where.REQUEST_HEADERS,
                                parameter,
                                request.headers().all(parameter.name()))
                                .stream())
                .toList();
    }

    private List<Finding> body(OpenApiOperation operation, Request request) {
        boolean sent = request.body().length > 0;
        Optional<OpenApiRequestBody> described = operation.requestBody();
        if (described.isEmpty()) {
            return sent
                    ? List.of(new Finding(
                            Where.REQUEST_BODY,
                            "",
                            "is not in the contract",
                            operation.node().location()))
                    : List.of();
        }
        if (!sent) {
            return described.get().required()
                    ? List.of(new Finding(
                            Where.REQUEST_BODY,
                            "",
                            "is missing",
                            described.get().node().location()))
                    : List.of();
        }
        return bodies.findings(described.get().node(), request.headers(), request.body());
    }

    private List<Finding> values(Where where, OpenApiParameter parameter, List<String> values) {
        if (values.isEmpty()) {
            return parameter.required()
                    ? List.of(new Finding(
                            where,
                            parameter.name(),
                            "is missing",
                            parameter.node().location()))
                    : List.of();
        }
        if (values.size() > 1) {
            return List.of(new Finding(
                    where,
                    parameter.name(),
                    "is given more than once",
                    parameter.node().location()));
        }
        return value(where, parameter, values.get(0));
    }

    private List<Finding> value(Where where, OpenApiParameter parameter, String text) {
        return schemas.findings(parameter.schema(), parameter.value(text), where, parameter.name());
    }

    private Finding badEncoding(Where where, OpenApiOperation operation) {
        return new Finding(
                where, "", "is not percent-encoded UTF-8", operation.node().location());
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
