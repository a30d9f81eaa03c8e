package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/** The response of an exchange. Immutable. {@code toString} contains neither headers nor body. */
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
     * Creates a response without headers and body.
     *
     * @param status the HTTP status
     * @return the response
     */
    public static Response of(int status) {
        return new Response(status, Headers.NONE, new byte[0]);
    }

    /**
     * Adds a header.
     *
     * @param name the name of the header, case-insensitive
     * @param value its value
     * @return the changed response
     */
    public Response header(String name, String value) {
        return new Response(status, headers.with(name, value), body);
    }

    /**
     * Adds headers.
     *
     * @param more values by name, case-insensitive
     * @return the changed response
     */
    public Response headers(Map<String, ? extends Iterable<String>> more) {
        return new Response(status, headers.with(more), body);
    }

    /**
     * Replaces the body.
     *
     * @param bytes the whole body
     * @return the changed response
     */
    public Response body(byte[] bytes) {
        return new Response(status, headers, bytes.clone());
    }

    /**
     * Replaces the body.
     *
     * @param text the whole body, which was received as UTF-8
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
