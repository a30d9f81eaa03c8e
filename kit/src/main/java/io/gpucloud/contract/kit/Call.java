package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiParameter;
import io.gpucloud.openapi.Request;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

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

    /** A call with members, which become path variables, query parameters or the members of a body. */
    static Call of(OpenApiDocument document, String id, Map<String, Object> members) {
        OpenApiOperation operation = document.operation(id);
        // Sorted, so that every run sends the same bytes.
        Map<String, Object> left = new TreeMap<>(members);
        String path = path(operation, left);
        Map<String, Object> parameters = new TreeMap<>(left);
        parameters
                .keySet()
                .retainAll(operation.parameters("query").stream()
                        .map(OpenApiParameter::name)
                        .toList());
        left.keySet().removeAll(parameters.keySet());
        Call call = of(document, operation, parameters.isEmpty() ? path : path + "?" + query(parameters));
        return operation.requestSchema().isPresent()
                ? call.json(JsonMapper.shared().writeValueAsString(left))
                : call;
    }

    /** The path of an operation. Removes the values of its variables from {@code members}. */
    public static String path(OpenApiOperation operation, Map<String, Object> members) {
        String path = operation.path();
        for (OpenApiParameter parameter : operation.parameters("path")) {
            path = path.replace("{" + parameter.name() + "}", encode(members.remove(parameter.name())));
        }
        return path;
    }

    public static String query(Map<String, Object> members) {
        return members.entrySet().stream()
                .map(member -> encode(member.getKey()) + "=" + encode(member.getValue()))
                .collect(joining("&"));
    }

    private static String encode(@Nullable Object value) {
        return URLEncoder.encode(String.valueOf(value), UTF_8).replace("+", "%20");
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

    /** Returns the call with a body of type {@code application/json}. */
    public Call json(String text) {
        return body(text).header("Content-Type", "application/json");
    }

    /** The request as it is sent to a service at the documented address. */
    Request request() {
        Request request = Request.of(method, document.basePath() + target);
        for (var header : headers) {
            request = request.header(header.getKey(), header.getValue());
        }
        return body == null ? request : request.body(body);
    }

    /** Whether the contract allows the query and the body. */
    public boolean isValid() {
        return ContractValidation.invalidValues(this).isEmpty();
    }

    @Override
    public String toString() {
        return method + " " + target;
    }
}
