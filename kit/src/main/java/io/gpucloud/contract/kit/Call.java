package io.gpucloud.contract.kit;

import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to one of the two APIs.
 *
 * @param document the OpenAPI document of the operation
 * @param operation the operation that the request calls, possibly with a malformed request
 * @param method the HTTP method
 * @param target path below the base path, and query
 * @param headers name and value of each header
 * @param body the body, or null for none
 */
public record Call(
        OpenApiDocument document,
        OpenApiOperation operation,
        String method,
        String target,
        List<Map.Entry<String, String>> headers,
        @Nullable String body) {

    public static Call of(OpenApiDocument document, OpenApiOperation operation, String target) {
        return new Call(document, operation, operation.method(), target, List.of(), null);
    }

    /** Whether the request goes to the public API, not to {@code /__admin}. */
    public boolean isOfService() {
        return !document.file().equals(ApiDocuments.ADMIN_API.file());
    }

    public Call method(String other) {
        return new Call(document, operation, other, target, headers, body);
    }

    /** Returns the call with another path below the base path, and another query. */
    public Call target(String other) {
        return new Call(document, operation, method, other, headers, body);
    }

    /** Returns the call with one more header. */
    public Call header(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.add(Map.entry(name, value));
        return new Call(document, operation, method, target, List.copyOf(more), body);
    }

    public Call withoutHeader(String name) {
        List<Map.Entry<String, String>> others =
                headers.stream().filter(header -> !header.getKey().equals(name)).toList();
        return new Call(document, operation, method, target, others, body);
    }

    public Call key(@Nullable String key) {
        return key == null ? this : header("Authorization", "Bearer " + key);
    }

    public Call body(String text) {
        return new Call(document, operation, method, target, headers, text);
    }

    public Call json(JsonNode json) {
        return json(json.toString());
    }

    /** Returns the call with a body of type {@code application/json}. */
    public Call json(String text) {
        return body(text).header("Content-Type", "application/json");
    }

    @Override
    public String toString() {
        return method + " " + target;
    }
}
