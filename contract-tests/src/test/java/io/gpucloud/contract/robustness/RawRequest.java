package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.contract.kit.Call;

/**
 * The bytes of a request to a stub.
 *
 * @param text the bytes, each as a character of ISO 8859-1
 */
record RawRequest(String name, String text) {

    static final String KEY = "tenant-under-fire";

    static RawRequest of(String name, Call call) {
        String body = call.body();
        return of(name, call, body == null ? new byte[0] : body.getBytes(UTF_8));
    }

    /** A call with another body, which need not be text. */
    static RawRequest of(String name, Call call, byte[] body) {
        StringBuilder text = new StringBuilder(call.method() + " "
                + call.document().basePath() + call.target() + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        call.headers().forEach(header -> text.append(header.getKey() + ": " + header.getValue() + "\r\n"));
        if (call.body() != null) {
            text.append("Content-Length: " + body.length + "\r\n");
        }
        return new RawRequest(name, text + "\r\n" + new String(body, ISO_8859_1));
    }

    /** The request line and the usual headers, without the empty line that ends them. */
    static String head(String method, String target) {
        return method + " " + target + " HTTP/1.1\r\n" + headers();
    }

    static String headers() {
        return "Host: localhost\r\nConnection: close\r\nAuthorization: Bearer " + KEY + "\r\n";
    }

    static String content(int length) {
        return length == 0 ? "\r\n" : "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }

    /** Whether the head is complete. The stub does not respond to an incomplete head. */
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
