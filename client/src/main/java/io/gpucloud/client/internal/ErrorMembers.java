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
        return data == null ? null : EnvelopeDecoder.text(data.path(name));
    }
}
