package io.gpucloud.client.model;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/**
 * Reads a list of strings that the service writes in more than one form: an array or one string. Anything else is an
 * empty list, and so are elements of an array that are no strings.
 */
final class LenientListDeserializer extends ValueDeserializer<List<String>> {

    @Override
    public List<String> deserialize(JsonParser parser, DeserializationContext context) {
        return switch (parser.currentToken()) {
            case START_ARRAY -> elements(parser);
            case VALUE_STRING -> parser.getString().isBlank() ? List.of() : List.of(parser.getString());
            default -> {
                parser.skipChildren();
                yield List.of();
            }
        };
    }

    @Override
    public List<String> getNullValue(DeserializationContext context) {
        return List.of();
    }

    private static List<String> elements(JsonParser parser) {
        List<String> strings = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.hasToken(JsonToken.VALUE_STRING) && !parser.getString().isBlank()) {
                strings.add(parser.getString());
            }
            parser.skipChildren();
        }
        return strings;
    }
}
