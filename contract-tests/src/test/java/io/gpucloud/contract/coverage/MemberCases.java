package io.gpucloud.contract.coverage;

import io.gpucloud.contract.coverage.MemberCase.State;
import io.gpucloud.openapi.OpenApiMediaType;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiSchema;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** The states that the members of a successful response can have, and those that a response shows. */
final class MemberCases {

    private final String operation;
    private final OpenApiSchema schema;
    private final Consumer<MemberCase> sink;

    private MemberCases(OpenApiOperation operation, Consumer<MemberCase> sink) {
        this.operation = operation.id();
        this.schema = operation
                .response(200)
                .flatMap(response -> response.mediaType("application/json"))
                .map(OpenApiMediaType::schema)
                .orElseThrow();
        this.sink = sink;
    }

    /** Passes every state that the schema of an operation allows to {@code sink}. */
    static void possible(OpenApiOperation operation, Consumer<MemberCase> sink) {
        MemberCases cases = new MemberCases(operation, sink);
        cases.possible(cases.schema, "");
    }

    /** Passes every state that a response shows to {@code sink}. */
    static void seen(OpenApiOperation operation, JsonNode body, Consumer<MemberCase> sink) {
        MemberCases cases = new MemberCases(operation, sink);
        cases.seen(cases.schema, "", body);
    }

    private void possible(OpenApiSchema owner, String path) {
        owner.properties().forEach((name, property) -> {
            String member = path + "/" + name;
            if (!owner.requires(name)) {
                add(member, State.PRESENT);
                add(member, State.ABSENT);
            }
            // `server_url` has no type, but the pacts show it as a list that is filled and as one that is empty.
            if (property.type().equals("array") || property.has("x-lenient-list")) {
                add(member, State.FILLED);
                add(member, State.EMPTY);
                possible(property.items(), member + "[]");
            } else {
                possible(property, member);
            }
        });
    }

    private void seen(OpenApiSchema owner, String path, JsonNode value) {
        owner.properties().forEach((name, property) -> {
            String member = path + "/" + name;
            JsonNode found = value.path(name);
            boolean absent = found.isMissingNode() || found.isNull();
            add(member, absent ? State.ABSENT : State.PRESENT);
            if (found.isArray()) {
                add(member, found.isEmpty() ? State.EMPTY : State.FILLED);
                found.forEach(entry -> seen(property.items(), member + "[]", entry));
            } else if (!absent) {
                seen(property, member, found);
            }
        });
    }

    private void add(String member, State state) {
        sink.accept(new MemberCase(operation, member, state));
    }
}
