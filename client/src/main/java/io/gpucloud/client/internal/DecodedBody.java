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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response that was decoded. Feign's decoder takes the value; loggers and metrics of Feign can read the text, which does not
 * contain the API key.
 */
final class DecodedBody implements Response.Body {

    private final Object value;
    private final int status;
    private final Map<String, Collection<String>> headers;
    private final byte[] bytes;
    private final @Nullable ApiKey key;

    DecodedBody(Object value, RawResponse response, @Nullable ApiKey key) {
        this.value = value;
        this.key = key;
        status = response.status();
        headers = response.headers();
        bytes = response.bytes();
    }

    Object value() {
        return value;
    }

    /** Returns the response to a request, for Feign. */
    Response of(Request request) {
        return Response.builder()
                .request(request)
                .status(status)
                .headers(masked())
                .body(this)
                .build();
    }

    private Map<String, Collection<String>> masked() {
        return headers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> masked(header.getValue())));
    }

    private List<String> masked(Collection<String> values) {
        return values.stream().map(value -> ApiKeyRedactor.mask(key, value)).toList();
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
        String text = new String(bytes, StandardCharsets.UTF_8);
        return new ByteArrayInputStream(ApiKeyRedactor.mask(key, text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Reader asReader(Charset charset) {
        return new InputStreamReader(asInputStream(), charset);
    }

    @Override
    public void close() {}
}
