package io.gpucloud.stub.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes each value once with a mapper, and then reuses the text for equal values. It keeps all texts in memory, so the number of
 * different values must be small.
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

    /** Reads first, because computing may lock. */
    private SerializedString text(T value) {
        SerializedString known = texts.get(value);
        return known == null
                ? texts.computeIfAbsent(value, unwritten -> new SerializedString(json.writeValueAsString(unwritten)))
                : known;
    }
}
