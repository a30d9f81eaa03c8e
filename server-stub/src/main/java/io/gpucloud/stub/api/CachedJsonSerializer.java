package io.gpucloud.stub.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes what is answered again and again: each value once, by a mapper, and all that are equal to it as the same text from then
 * on (DECISIONS D210). The texts are kept; there must be few.
 *
 * @param <T> type of the values
 */
final class CachedJsonSerializer<T> extends StdSerializer<T> {

    private final Map<T, SerializedString> texts = new ConcurrentHashMap<>();
    private final JsonMapper json;

    CachedJsonSerializer(Class<T> type, JsonMapper json) {
        super(type);
        this.json = json;
    }

    @Override
    public void serialize(T value, JsonGenerator generator, SerializationContext context) {
        generator.writeRawValue(text(value));
    }

    /** Looks before it computes, for that may lock. */
    private SerializedString text(T value) {
        SerializedString known = texts.get(value);
        return known == null
                ? texts.computeIfAbsent(value, unwritten -> new SerializedString(json.writeValueAsString(unwritten)))
                : known;
    }
}
