package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The request of an exchange. Immutable. {@code toString} contains neither headers nor query nor body. */
public final class Request {

    private final String method;
    private final String path;
    private final String query;
    private final Headers headers;
    private final byte[] body;

    private Request(String method, String path, String query, Headers headers, byte[] body) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.headers = headers;
        this.body = body;
    }

    /**
     * Creates a request without headers and body.
     *
     * @param method the HTTP method
     * @param target path and query as sent, such as {@code /api/open/v2/pod/list?page=1}
     * @return the request
     */
    public static Request of(String method, String target) {
        int mark = target.indexOf('?');
        return mark < 0
                ? new Request(method, target, "", Headers.NONE, new byte[0])
                : new Request(method, target.substring(0, mark), target.substring(mark + 1), Headers.NONE, new byte[0]);
    }

    /**
     * Adds a header.
     *
     * @param name the name of the header, case-insensitive
     * @param value its value
     * @return the changed request
     */
    public Request header(String name, String value) {
        return new Request(method, path, query, headers.with(name, value), body);
    }

    /**
     * Adds headers.
     *
     * @param more values by name, case-insensitive
     * @return the changed request
     */
    public Request headers(Map<String, ? extends Iterable<String>> more) {
        return new Request(method, path, query, headers.with(more), body);
    }

    /**
     * Replaces the body.
     *
     * @param bytes the whole body
     * @return the changed request
     */
    public Request body(byte[] bytes) {
        return new Request(method, path, query, headers, bytes.clone());
    }

    /**
     * Replaces the body.
     *
     * @param text the whole body, which is sent as UTF-8
     * @return the changed request
     */
    public Request body(String text) {
        return body(text.getBytes(UTF_8));
    }

    /**
     * The HTTP method.
     *
     * @return the HTTP method
     */
    public String method() {
        return method;
    }

    /**
     * The path as it was sent.
     *
     * @return the path, without the query
     */
    public String path() {
        return path;
    }

    String query() {
        return query;
    }

    Headers headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    /** The secrets that no finding may contain: each {@code Authorization} header, and its last word. */
    List<String> secrets() {
        return headers.all("Authorization").stream()
                .map(String::strip)
                .flatMap(value -> Stream.of(value, value.substring(value.lastIndexOf(' ') + 1)))
                .filter(secret -> !secret.isEmpty())
                .toList();
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
