package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Headers and body of a request or a response. Immutable. */
abstract class Message<M> {

    private final Map<String, List<String>> headers;
    private final byte[] body;

    /** Names of headers are case-insensitive. */
    Message(Map<String, List<String>> headers, byte[] body) {
        this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        this.headers.putAll(headers);
        this.body = body;
    }

    /** Returns the same message with other headers and another body. */
    abstract M with(Map<String, List<String>> otherHeaders, byte[] otherBody);

    /**
     * Adds a header.
     *
     * @param name the name of the header, case-insensitive
     * @param value its value
     */
    public M header(String name, String value) {
        return headers(Map.of(name, List.of(value)));
    }

    /**
     * Adds headers.
     *
     * @param more values by name, case-insensitive
     */
    public M headers(Map<String, ? extends Iterable<String>> more) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> all.put(name, new ArrayList<>(values)));
        more.forEach((name, values) -> values.forEach(all.computeIfAbsent(name, absent -> new ArrayList<>())::add));
        return with(all, body);
    }

    /**
     * Replaces the body.
     *
     * @param bytes the whole body
     */
    public M body(byte[] bytes) {
        return with(headers, bytes.clone());
    }

    /**
     * Replaces the body.
     *
     * @param text the whole body, in UTF-8 on the wire
     */
    public M body(String text) {
        return body(text.getBytes(UTF_8));
    }

    /** The values of a header, empty if there is none. */
    List<String> header(String name) {
        return headers.getOrDefault(name, List.of());
    }

    byte[] body() {
        return body;
    }
}
