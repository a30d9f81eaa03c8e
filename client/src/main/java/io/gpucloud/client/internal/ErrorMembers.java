package io.gpucloud.client.internal;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an error says of itself, in either form of the contract. The types of its members are not documented, so whatever
 * stands there is taken as text.
 */
record ErrorMembers(
        @Nullable Integer code,
        @Nullable String message,
        @Nullable String error,
        @Nullable String field,
        @Nullable String details) {

    static final ErrorMembers NONE = new ErrorMembers(null, null, null, null, null);

    /** Reads what can be read; nothing if it is no JSON. */
    static ErrorMembers read(JsonMapper json, byte[] body) {
        try {
            JsonNode root = json.readTree(body);
            String message = text(root.path("msg"));
            JsonNode data = root.path("data");
            return new ErrorMembers(
                    number(root.path("code")),
                    message == null ? text(root.path("message")) : message,
                    text(data.path("error")),
                    text(data.path("field")),
                    text(data.path("details")));
        } catch (JacksonException unreadable) {
            return NONE;
        }
    }

    private static @Nullable Integer number(JsonNode node) {
        int number = node.isValueNode() ? node.asInt(Integer.MIN_VALUE) : Integer.MIN_VALUE;
        return number == Integer.MIN_VALUE ? null : number;
    }

    private static @Nullable String text(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        return node.isString() ? node.asString() : node.toString();
    }
}
