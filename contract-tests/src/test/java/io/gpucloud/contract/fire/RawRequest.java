package io.gpucloud.contract.fire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Bytes to send to a stub, and nothing after them.
 *
 * @param name what is wrong with them
 * @param text the bytes, each as a character of ISO 8859-1
 */
record RawRequest(String name, String text) {

    static final String KEY = "tenant-under-fire";

    private static final String API = "/api/open/v2";

    /** A request as it should be. */
    static RawRequest request(String name, String method, String path, String body) {
        String target = path.startsWith("/__admin") ? path : API + path;
        return new RawRequest(name, head(method, target) + content(body.getBytes(UTF_8).length) + utf8(body));
    }

    /** A request with a body that need not be text. */
    static RawRequest bytes(String name, String path, byte[] body) {
        return new RawRequest(name, head("POST", API + path) + content(body.length) + new String(body, ISO_8859_1));
    }

    /** The first line and the usual headers, without the line that ends them. */
    static String head(String method, String target) {
        return method + " " + target + " HTTP/1.1\r\n" + headers();
    }

    static String headers() {
        return "Host: localhost\r\nConnection: close\r\nAuthorization: Bearer " + KEY + "\r\n";
    }

    static String content(int length) {
        return length == 0 ? "\r\n" : "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private static String utf8(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    /** Whether the head ends; to one that does not there is no answer. */
    boolean isComplete() {
        return text.contains("\r\n\r\n") || text.contains("\n\n") || text.contains("\n\r\n");
    }

    byte[] bytes() {
        return text.getBytes(ISO_8859_1);
    }

    @Override
    public String toString() {
        return name + ": " + text.substring(0, Math.min(400, text.length()));
    }
}
