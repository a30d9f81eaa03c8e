package io.gpucloud.client.api;

import feign.Param;
import io.gpucloud.client.ExtensibleEnum;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Writes a value into the query of a request: an {@link ExtensibleEnum} as its number, and each character that is not a
 * letter, a digit or one of {@code - . _} percent-encoded. Feign itself does not encode a value that looks encoded.
 */
public final class QueryValue implements Param.Expander {

    /** Creates the expander. Called by Feign. */
    public QueryValue() {}

    @Override
    public String expand(Object value) {
        String text = value instanceof ExtensibleEnum number ? String.valueOf(number.value()) : value.toString();
        // Encodes the characters that URLEncoder keeps, so that Feign finds nothing to encode.
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }
}
