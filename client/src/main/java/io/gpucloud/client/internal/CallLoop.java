package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import feign.codec.Decoder;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitTimer;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Feign takes for its HTTP client. It makes a {@link Call} of every request, so that attempts, deadline, reading and
 * exceptions are one loop of ours, and Feign sees neither failures nor the key. The answer it gives has been read already.
 *
 * @param baseUrl the only address that requests, and the key, may go to
 * @param transport sends requests
 * @param answers reads answers
 * @param failures makes exceptions
 * @param retries decides what is sent again
 * @param credentials has the key
 * @param listener hears of calls
 * @param options how long calls may take
 * @param clock the time
 * @param timer pauses between attempts
 */
record CallLoop(
        String baseUrl,
        Transport transport,
        Answers answers,
        Failures failures,
        Retries retries,
        Credentials credentials,
        CallListener listener,
        RequestOptions options,
        InstantSource clock,
        WaitTimer timer)
        implements Client {

    /** Hands out what was read. */
    static final Decoder DECODER = (response, type) -> ((ReadBody) response.body()).envelope();

    @Override
    public Response execute(Request request, Request.Options unused) {
        if (!request.url().startsWith(baseUrl + "/")) {
            throw new IllegalStateException("an interceptor changed the address of the service");
        }
        Object envelope = new Call(this, request).run();
        return Response.builder()
                .request(request)
                .status(200)
                .headers(Map.of())
                .body(new ReadBody(envelope))
                .build();
    }

    /** A body that has been read: there is an envelope, and nothing left to stream. */
    private record ReadBody(Object envelope) implements Response.Body {

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
            return InputStream.nullInputStream();
        }

        @Override
        public Reader asReader(Charset charset) {
            return Reader.nullReader();
        }

        @Override
        public void close() throws IOException {}
    }
}
