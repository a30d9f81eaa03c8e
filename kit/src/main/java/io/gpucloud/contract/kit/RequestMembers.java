package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.gpucloud.openapi.OpenApiDocument;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.openapi.OpenApiParameter;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Builds a call from names and values, which become path variables, query parameters or the members of a body. */
public final class RequestMembers {

    private RequestMembers() {}

    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            members.put((String) namesAndValues[index], namesAndValues[index + 1]);
        }
        return members;
    }

    static Call call(OpenApiDocument document, String id, Map<String, Object> members) {
        OpenApiOperation operation = document.operation(id);
        Map<String, Object> left = new LinkedHashMap<>(members);
        String path = path(operation, left);
        Call call = Call.of(document, operation, path);
        if (operation.requestSchema().isEmpty()
                && (left.isEmpty() || !operation.parameters("query").isEmpty())) {
            return left.isEmpty() ? call : call.target(path + "?" + query(left));
        }
        return call.json(JsonMapper.shared().valueToTree(left));
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

    static String encode(@Nullable Object value) {
        return URLEncoder.encode(String.valueOf(value), UTF_8).replace("+", "%20");
    }
}
