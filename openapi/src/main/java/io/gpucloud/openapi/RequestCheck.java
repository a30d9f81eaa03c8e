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

    List<Finding> findings(Request request) {
        Optional<OpenApiOperation> found = document.findOperation(request.method(), request.path());
        if (found.isEmpty()) {
            String message = "the contract has no operation " + request.method() + " " + request.path();
            return List.of(Where.OPERATION.finding("", message, document.root().at("paths")));
        }
        OpenApiOperation operation = found.get();
        List<Finding> findings = new ArrayList<>(variables(operation, request));
        findings.addAll(query(operation, request));
        findings.addAll(headers(operation, request));
        findings.addAll(body(operation, request));
        return List.copyOf(findings);
    }

    private List<Finding> variables(OpenApiOperation operation, Request request) {
        Map<String, String> variables = operation.pathVariables(request.path());
        List<Finding> findings = new ArrayList<>();
        for (OpenApiParameter parameter : operation.parameters("path")) {
            String value = variables.getOrDefault(parameter.name(), "");
            try {
                String text = URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
                findings.addAll(value(Where.OPERATION, parameter, text));
            } catch (IllegalArgumentException badEncoding) {
                findings.add(badEncoding(Where.OPERATION, operation));
            }
        }
        return findings;
    }

    private List<Finding> query(OpenApiOperation operation, Request request) {
        Map<String, List<String>> unknown;
        try {
            unknown = parsed(request.query());
        } catch (IllegalArgumentException badEncoding) {
            return List.of(badEncoding(Where.QUERY, operation));
        }
        List<Finding> findings = new ArrayList<>();
        for (OpenApiParameter parameter : operation.parameters("query")) {
            findings.addAll(values(Where.QUERY, parameter, unknown.getOrDefault(parameter.name(), List.of())));
            unknown.remove(parameter.name());
        }
        unknown.keySet()
                .forEach(name -> findings.add(Where.QUERY.finding(name, "is not in the contract", operation.node())));
        return findings;
    }

    private List<Finding> headers(OpenApiOperation operation, Request request) {
        List<Finding> findings = new ArrayList<>();
        for (OpenApiParameter parameter : operation.parameters("header")) {
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

    private static Map<String, List<String>> parsed(String query) {
        return Arrays.stream(query.split("&"))
                .filter(pair -> !pair.isEmpty())
                .map(pair -> pair.split("=", 2))
                .collect(groupingBy(
                        pair -> URLDecoder.decode(pair[0], UTF_8),
                        LinkedHashMap::new,
                        mapping(pair -> pair.length < 2 ? "" : URLDecoder.decode(pair[1], UTF_8), toList())));
    }
}
