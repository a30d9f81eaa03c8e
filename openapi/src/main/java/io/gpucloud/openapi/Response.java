package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/** The response of an exchange. It never changes, and prints neither headers nor body. */
public final class Response {

    private final int status;
    private final Headers headers;
    private final byte[] body;

    private Response(int status, Headers headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /**
     * A response with neither headers nor body.
     *
     * @param status the HTTP status
     * @return the response
     */
    public static Response of(int status) {
        return new Response(status, Headers.NONE, new byte[0]);
    }

    /**
     * The same with one more header.
     *
     * @param name its name, in any case
     * @param value its value
     * @return the changed response
     */
    public Response header(String name, String value) {
        return new Response(status, headers.with(name, value), body);
    }

    /**
     * The same with more headers.
     *
     * @param more values by name, in any case
     * @return the changed response
     */
    public Response headers(Map<String, ? extends Iterable<String>> more) {
        return new Response(status, headers.with(more), body);
    }

    /**
     * The same with another body.
     *
     * @param bytes the whole body
     * @return the changed response
     */
    public Response body(byte[] bytes) {
        return new Response(status, headers, bytes.clone());
    }

    /**
     * The same with another body.
     *
     * @param text the whole body, which came in as UTF-8
     * @return the changed response
     */
    public Response body(String text) {
        return body(text.getBytes(UTF_8));
    }

    /**
     * The HTTP status.
     *
     * @return the HTTP status
     */
    public int status() {
        return status;
    }

    Headers headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    @Override
    public String toString() {
        return "HTTP " + status;
    }
}
