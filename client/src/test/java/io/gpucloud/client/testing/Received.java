package io.gpucloud.client.testing;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as it came over the wire; names of headers are in small letters. */
public record Received(String method, String target, Map<String, String> headers, String body) {

    /** The operation: method, and path below the base path. */
    public String operation() {
        return method + " " + target.replaceFirst("^/api/open/v2", "").replaceFirst("\\?.*", "");
    }

    /** One header. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }
}
