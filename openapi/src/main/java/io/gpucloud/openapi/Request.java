package io.gpucloud.openapi;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The request of an exchange. Immutable. {@code toString} contains neither headers nor query nor body. */
public final class Request extends Message<Request> {

    private final String method;
    private final String path;
    private final String query;

    private Request(String method, String path, String query, Map<String, List<String>> headers, byte[] body) {
        super(headers, body);
        this.method = method;
        this.path = path;
        this.query = query;
    }

    /**
     * {@return a request without headers and body}
     *
     * @param method the HTTP method
     * @param target path and query as sent, such as {@code /api/open/v2/pod/list?page=1}
     */
    public static Request of(String method, String target) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        return new Request(method, path, mark < 0 ? "" : target.substring(mark + 1), Map.of(), new byte[0]);
    }

    @Override
    Request with(Map<String, List<String>> otherHeaders, byte[] otherBody) {
        return new Request(method, path, query, otherHeaders, otherBody);
    }

    /** {@return the HTTP method} */
    public String method() {
        return method;
    }

    /** {@return the path as it was sent, without the query} */
    public String path() {
        return path;
    }

    String query() {
        return query;
    }

    /** The secrets that no finding may contain: each {@code Authorization} header, and its last word. */
    List<String> secrets() {
        return header("Authorization").stream()
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
