package io.gpucloud.client.internal;

import feign.Request;
import feign.Response;
import io.gpucloud.client.ApiKey;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hc.core5.http.Header;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response that was decoded. Feign's decoder takes the value; loggers and metrics of Feign can read the
 * text, which does not contain the API key.
 */
record DecodedBody(
        Object value, RawResponse response, @Nullable ApiKey key) implements Response.Body {

    /**
     * Returns the response to a request, for Feign. {@code visible}: whether anything can see its headers, which Feign
     * copies twice.
     */
    Response of(Request request, boolean visible) {
        return Response.builder()
                .request(request)
                .status(response.status())
                .headers(visible ? masked() : Map.of())
                .body(this)
                .build();
    }

    private Map<String, Collection<String>> masked() {
        Map<String, Collection<String>> masked = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : response.headers().getHeaders()) {
            masked.computeIfAbsent(header.getName(), name -> new ArrayList<>())
                    .add(ApiKeyRedactor.mask(key, header.getValue()));
        }
        return masked;
    }

    @Override
    public @Nullable Integer length() {
        return null;
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    @Override
    public InputStream asInputStream() {
        String text = new String(response.bytes(), StandardCharsets.UTF_8);
        return new ByteArrayInputStream(ApiKeyRedactor.mask(key, text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Reader asReader(Charset charset) {
        return new InputStreamReader(asInputStream(), charset);
    }

    @Override
    public void close() {}

    /** Feign prints it with a response. The value and the headers may contain secrets. */
    @Override
    public String toString() {
        return "DecodedBody";
    }
}
