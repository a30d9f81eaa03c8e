package io.gpucloud.client.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/**
 * Reads a list of strings that the service writes in more than one form: an array, one string, or {@code ""},
 * {@code false} or {@code null} for an empty list.
 */
final class LenientListDeserializer extends ValueDeserializer<List<String>> {

    @Override
    public List<String> deserialize(JsonParser parser, DeserializationContext context) {
        return switch (parser.currentToken()) {
            case START_ARRAY -> elements(parser, context);
            case VALUE_STRING -> parser.getString().isEmpty() ? List.of() : List.of(parser.getString());
            case VALUE_FALSE -> List.of();
            default -> unexpected(parser, context);
        };
    }

    @Override
    public List<String> getNullValue(DeserializationContext context) {
        return List.of();
    }

    private static List<String> elements(JsonParser parser, DeserializationContext context) {
        List<String> strings = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.VALUE_NULL) {
                strings.add(context.readValue(parser, String.class));
            }
        }
        return strings;
    }

    private static List<String> unexpected(JsonParser parser, DeserializationContext context) {
        context.handleUnexpectedToken(context.constructType(List.class), parser);
        throw new IllegalStateException("unexpected token " + Objects.requireNonNull(parser.currentToken()));
    }
}
