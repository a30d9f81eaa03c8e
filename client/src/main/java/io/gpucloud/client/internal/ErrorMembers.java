package io.gpucloud.client.internal;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The members of an error, in either form of the contract. The types of its members are not documented: all are read as text. */
record ErrorMembers(
        @Nullable Integer code,
        @Nullable String message,
        @Nullable String error,
        @Nullable String field,
        @Nullable String details) {

    static final ErrorMembers NONE = new ErrorMembers(null, null, null, null, null);

    static ErrorMembers of(@Nullable Integer code, @Nullable String message, @Nullable JsonNode data) {
        return new ErrorMembers(code, message, member(data, "error"), member(data, "field"), member(data, "details"));
    }

    private static @Nullable String member(@Nullable JsonNode data, String name) {
        return data == null ? null : text(data.path(name));
    }

    /** Text of a member: as it is, or as JSON if it is no text; null if there is none. */
    static @Nullable String text(@Nullable JsonNode node) {
        if (node == null || node.isMissingNode() || node.isNull()) {
            return null;
        }
        return node.isString() ? node.asString() : node.toString();
    }
}
