package io.gpucloud.openapi;

import io.gpucloud.openapi.Finding.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks responses against a contract. */
final class ResponseCheck {

    private final Contract contract;
    private final Schemas schemas;
    private final Strictness strictness;
    private final BodyCheck bodies;

    ResponseCheck(Contract contract, Schemas schemas, Strictness strictness) {
        this.contract = contract;
        this.schemas = schemas;
        this.strictness = strictness;
        this.bodies = new BodyCheck(contract, schemas, Where.RESPONSE_BODY, Where.RESPONSE_HEADERS);
    }

    List<Finding> findings(Exchange exchange) {
        Request request = exchange.request();
        return contract.operation(request.method(), request.path())
                .map(operation -> findings(operation, exchange))
                .orElseGet(() -> ofUnknown(request, exchange.response()));
    }

    private List<Finding> findings(Operation operation, Exchange exchange) {
        Response response = exchange.response();
        List<Finding> findings = new ArrayList<>(security(operation, exchange));
        Optional<Place> documented = operation.response(response.status());
        if (documented.isPresent()) {
            findings.addAll(headers(documented.get(), response));
            findings.addAll(body(documented.get(), response));
        } else {
            findings.addAll(other(operation, response));
        }
        return List.copyOf(findings);
    }

    /** Of an operation that does not exist only this is known: it cannot succeed. */
    private List<Finding> ofUnknown(Request request, Response response) {
        if (response.status() >= 400) {
            return List.of();
        }
        String reason = contract.knows(request.path()) ? "with this method" : "with this path";
        return List.of(status(response, " for an operation that does not exist " + reason, "/paths"));
    }

    private List<Finding> security(Operation operation, Exchange exchange) {
        Headers headers = exchange.request().headers();
        boolean proved = operation.isPublic()
                || operation.credentials().stream()
                        .anyMatch(way -> way.stream().allMatch(name -> isThere(headers, name)));
        if (proved) {
            return List.of();
        }
        Response response = exchange.response();
        boolean succeeded = response.status() / 100 == 2 && !BodyCheck.isRefusal(response.body());
        if (!succeeded) {
            return List.of();
        }
        String message = "the operation succeeded although nothing said who is asking";
        return List.of(new Finding(Where.SECURITY, "", message, cite(operation.place())));
    }

    private static boolean isThere(Headers headers, String name) {
        List<String> values = headers.all(name);
        return values.size() == 1
                && (!name.equals("Authorization") || values.get(0).matches("(?i)bearer +\\S+"));
    }

    /** A status that only {@code default} covers. What a proxy may have answered is not read unless it is JSON. */
    private List<Finding> other(Operation operation, Response response) {
        Optional<Place> documented = operation.otherResponse();
        if (documented.isEmpty() || !strictness.admits(response.status())) {
            return List.of(
                    status(response, "", operation.place().at("responses").pointer()));
        }
        boolean mayBeOfAProxy = strictness.otherStatuses() == null
                && BodyCheck.mediaType(documented.get(), contentType(response)).isEmpty();
        return mayBeOfAProxy ? List.of() : body(documented.get(), response);
    }

    private Finding status(Response response, String why, String pointer) {
        return new Finding(Where.STATUS, "", response.status() + " is not documented" + why, contract.cite(pointer));
    }

    private List<Finding> headers(Place documented, Response response) {
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<String, Place> header :
                documented.at("headers").children().entrySet()) {
            Parameter described =
                    Parameter.ofHeader(header.getKey(), header.getValue().target());
            List<String> values = response.headers().all(described.name());
            if (values.isEmpty() && (described.required() || strictness.headers())) {
                findings.add(
                        new Finding(Where.RESPONSE_HEADERS, described.name(), "is missing", cite(described.place())));
            }
            for (String value : values) {
                findings.addAll(schemas.findings(
                        described.schema(), described.value(value), Where.RESPONSE_HEADERS, described.name()));
            }
        }
        return findings;
    }

    private List<Finding> body(Place documented, Response response) {
        boolean described = documented.at("content").exists();
        boolean sent = response.body().length > 0;
        if (described && sent) {
            return bodies.findings(documented, response.headers(), response.body());
        }
        if (described || sent) {
            String message = described ? "is missing" : "is not in the contract";
            return List.of(new Finding(Where.RESPONSE_BODY, "", message, cite(documented)));
        }
        return List.of();
    }

    private static String contentType(Response response) {
        return response.headers().all("Content-Type").stream().findFirst().orElse("");
    }

    private String cite(Place place) {
        return contract.cite(place.pointer());
    }
}
