package io.gpucloud.stub.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.json.StrictJson;
import java.util.Map;

/** Records and maps as text, in the format of snapshots. */
final class Json {

    private Json() {}

    static String write(Object value) {
        return new String(StrictJson.write(value), UTF_8);
    }

    static <T> T read(String json, Class<T> type) {
        return StrictJson.read(json.getBytes(UTF_8), type);
    }

    @SuppressWarnings("unchecked")
    static Map<String, String> readMap(String json) {
        return read(json, Map.class);
    }
}
