package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads the records of a list response. Unreadable records are left out, and their text is kept. Null, {@code ""} and
 * {@code false} are read as empty lists. Any other value that is not an array fails: an empty list would claim that no
 * records exist.
 */
final class RecordListReader extends StdDeserializer<List<Object>> {

    private final ValueDeserializer<?> lenient;
    private final @Nullable ValueDeserializer<Object> records;

    /**
     * Creates a reader. The deserializer {@code lenient} reads all other lists: those that are not the record list of a
     * response.
     */
    RecordListReader(JavaType type, ValueDeserializer<?> lenient) {
        this(type, lenient, null);
    }

    private RecordListReader(JavaType type, ValueDeserializer<?> lenient, @Nullable ValueDeserializer<Object> records) {
        super(type);
        this.lenient = lenient;
        this.records = records;
    }

    @Override
    public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
        JavaType type = getValueType(context);
        if (property == null || !property.isRequired()) {
            return context.handleSecondaryContextualization(lenient, property, type);
        }
        return new RecordListReader(
                type, lenient, context.findContextualValueDeserializer(type.getContentType(), property));
    }

    @Override
    public Object getEmptyValue(DeserializationContext context) {
        return Listing.of(List.of());
    }

    @Override
    public List<Object> deserialize(JsonParser parser, DeserializationContext context) {
        boolean nothing = parser.hasToken(JsonToken.VALUE_FALSE)
                || (parser.hasToken(JsonToken.VALUE_STRING)
                        && parser.getString().isEmpty());
        if (nothing) {
            return Listing.of(List.of());
        }
        if (!parser.isExpectedStartArrayToken()) {
            return context.reportInputMismatch(this, "it is not an array");
        }
        ReadProblems problems = ReadProblems.of(context);
        List<Object> read = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        TokenStreamContext array = parser.streamReadContext();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            long start = parser.currentTokenLocation().getByteOffset();
            Object element = element(parser, context, array);
            if (element == null) {
                parser.finishToken();
                long end = parser.currentLocation().getByteOffset();
                unreadable.add(problems == null ? "" : problems.text(start, end));
            } else {
                read.add(element);
            }
        }
        return Listing.of(read, unreadable, true);
    }

    private @Nullable Object element(JsonParser parser, DeserializationContext context, TokenStreamContext array) {
        if (!parser.hasToken(JsonToken.START_OBJECT) || records == null) {
            parser.skipChildren();
            ReadProblems.add(context, array, "it is not an object", true);
            return null;
        }
        try {
            return records.deserialize(parser, context);
        } catch (JacksonException unfit) {
            ReadProblems.skip(parser, context, array, unfit, true);
            return null;
        }
    }
}
