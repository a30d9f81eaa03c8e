package io.gpucloud.openapi;

import io.gpucloud.openapi.Finding.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks responses against an OpenAPI document. */
final class ResponseCheck {

    private final OpenApiDocument document;
    private final Schemas schemas;
    private final Strictness strictness;
    private final BodyCheck bodies;

    ResponseCheck(OpenApiDocument document, Schemas schemas, Strictness strictness) {
        this.document = document;
        this.schemas = schemas;
        this.strictness = strictness;
        this.bodies = new BodyCheck(schemas, Where.RESPONSE_BODY, Where.RESPONSE_HEADERS);
    }

    List<Finding> findings(Request request, Response response) {
        return document.findOperation(request.method(), request.path())
                .map(operation -> findings(operation, request, response))
                .orElseGet(() -> ofUnknown(request, response));
    }

    private List<Finding> findings(OpenApiOperation operation, Request request, Response response) {
        List<Finding> findings = new ArrayList<>(security(operation, request, response));
        Optional<OpenApiContent> documented = operation.response(response.status());
        if (documented.isPresent()) {
            findings.addAll(headers(documented.get(), response));
            findings.addAll(body(documented.get(), response));
        } else {
            findings.addAll(other(operation, response));
        }
        return List.copyOf(findings);
    }

    /** An operation that does not exist cannot succeed. Nothing else is known about its response. */
    private List<Finding> ofUnknown(Request request, Response response) {
        if (response.status() >= 400) {
            return List.of();
        }
        String reason = document.hasPath(request.path()) ? "with this method" : "with this path";
        DocumentNode paths = document.root().at("paths");
        return List.of(status(response, " for an operation that does not exist " + reason, paths));
    }

    private List<Finding> security(OpenApiOperation operation, Request request, Response response) {
        List<String> credentials = request.header("Authorization");
        boolean proved = credentials.size() == 1 && credentials.get(0).matches("(?i)bearer +\\S+");
        if (!operation.needsToken() || proved || response.status() / 100 != 2 || BodyCheck.isRefusal(response.body())) {
            return List.of();
        }
        String message = "the operation succeeded although nothing said who is asking";
        return List.of(Where.SECURITY.finding("", message, operation.node()));
    }

    /** Checks a status that only {@code default} covers. Skips a body that is not JSON if a proxy may have sent it. */
    private List<Finding> other(OpenApiOperation operation, Response response) {
        OpenApiContent documented = operation.responses().get("default");
        if (documented == null || !strictness.admits(response.status())) {
            return List.of(status(response, "", operation.node().at("responses")));
        }
        boolean mayBeOfAProxy = strictness.otherStatuses() == null
                && documented.mediaType(contentType(response)).isEmpty();
        return mayBeOfAProxy ? List.of() : body(documented, response);
    }

    private static Finding status(Response response, String why, DocumentNode node) {
        return Where.STATUS.finding("", response.status() + " is not documented" + why, node);
    }

    private List<Finding> headers(OpenApiContent documented, Response response) {
        List<Finding> findings = new ArrayList<>();
        for (OpenApiParameter described : documented.headers()) {
            List<String> values = response.header(described.name());
            if (values.isEmpty() && (described.required() || strictness.closed())) {
                findings.add(Where.RESPONSE_HEADERS.finding(described.name(), "is missing", described.node()));
            }
            for (String value : values) {
                findings.addAll(schemas.findings(
                        described.schema(), described.value(value), Where.RESPONSE_HEADERS, described.name()));
            }
        }
        return findings;
    }

    private List<Finding> body(OpenApiContent documented, Response response) {
        boolean described = !documented.mediaTypes().isEmpty();
        boolean sent = response.body().length > 0;
        if (described && sent) {
            return bodies.findings(documented, response);
        }
        if (described || sent) {
            String message = described ? "is missing" : "is not in the contract";
            return List.of(Where.RESPONSE_BODY.finding("", message, documented.node()));
        }
        return List.of();
    }

    private static String contentType(Response response) {
        return response.header("Content-Type").stream().findFirst().orElse("");
    }
}
