package io.gpucloud.client.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The reply of a server to a request, written to a plain socket so that it can be invalid. */
@FunctionalInterface
public interface Reply {

    /** An informational response. */
    String EARLY_HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";

    /** Sends the reply. Keeps the connection open unless the reply closes it. */
    void writeTo(Socket connection) throws IOException, InterruptedException;

    /** The same reply, sent after the arrival of the request has been counted. */
    default Reply announcing(CountDownLatch arrived) {
        return connection -> {
            arrived.countDown();
            writeTo(connection);
        };
    }

    /** A success with a payload. */
    static Reply data(String json) {
        return json(200, "{\"code\":0,\"msg\":\"success\",\"data\":" + json + "}");
    }

    /** A balance of 1. */
    static Reply balance() {
        return data("{\"balance\":1,\"card_balance\":2}");
    }

    /** A success without a payload. */
    static Reply done() {
        return json(200, "{\"code\":0,\"msg\":\"success\"}");
    }

    /** A rejection with HTTP 200. */
    static Reply code(int code, String message) {
        return json(200, "{\"code\":" + code + ",\"msg\":\"" + message + "\"}");
    }

    /** Any status and body. */
    static Reply json(int status, String body, String... headers) {
        return whole(status, "application/json", body, headers);
    }

    /** The response of a proxy that cannot reach the service. */
    static Reply html(int status) {
        return whole(status, "text/html", "<html><body>sorry</body></html>");
    }

    private static Reply whole(int status, String type, String body, String... headers) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return connection -> {
            OutputStream out = connection.getOutputStream();
            out.write(head(status, type, bytes.length, headers));
            out.write(bytes);
        };
    }

    private static byte[] head(int status, String type, long length, String... headers) {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return ("HTTP/1.1 " + status + " Status\r\nContent-Type: " + type + "\r\nContent-Length: " + length + "\r\n"
                        + more + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Any bytes, which need not be a valid response. */
    static Reply raw(String text) {
        return connection -> {
            connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            connection.close();
        };
    }

    /** Sends nothing until the client gives up. */
    static Reply silence() {
        return connection -> connection.getInputStream().read();
    }

    /** Resets the connection immediately. */
    static Reply reset() {
        return connection -> {
            connection.setSoLinger(true, 0);
            connection.close();
        };
    }

    /** Announces more bytes than it sends. */
    static Reply truncated(String begin) {
        return connection -> {
            connection.getOutputStream().write(head(200, "application/json", begin.length() + 100));
            connection.getOutputStream().write(begin.getBytes(StandardCharsets.UTF_8));
            connection.close();
        };
    }

    /** Sends one byte at a time, each before the read timeout of the client, and never ends. */
    static Reply dripping(String begin) {
        return connection -> {
            OutputStream out = connection.getOutputStream();
            out.write(begin.getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write(' ');
                pause(Duration.ofMillis(20));
            }
        };
    }

    /** A head, and then an endless body of single bytes. */
    static Reply drippingBody() {
        return dripping(new String(head(200, "application/json", 1_000_000), StandardCharsets.US_ASCII));
    }

    /** Informational responses without an end. */
    static Reply endlessHints() {
        return connection -> {
            while (!connection.isClosed()) {
                connection.getOutputStream().write(EARLY_HINTS.getBytes(StandardCharsets.US_ASCII));
            }
        };
    }

    /** An endless head of single bytes. */
    static Reply drippingHead() {
        return dripping("HTTP/1.1 200 OK\r\nX-Filler:");
    }

    /** A beginning, and then the same text again and again: as fast as the client reads, up to 32 MB. */
    static Reply flood(String begin, String text) {
        byte[] block = text.repeat(64 * 1024 / text.length()).getBytes(StandardCharsets.US_ASCII);
        return connection -> {
            OutputStream out = connection.getOutputStream();
            out.write(begin.getBytes(StandardCharsets.US_ASCII));
            for (int sent = 0; sent < 32 * 1024 * 1024; sent += block.length) {
                out.write(block);
            }
            connection.close();
        };
    }

    /** A body of many megabytes, with or without Content-Length. Counts the bytes that were sent. */
    static Reply megabytes(int count, boolean told, AtomicInteger left) {
        return connection -> {
            String length = told ? "Content-Length: " + count * 1024L * 1024 : "Connection: close";
            OutputStream out = connection.getOutputStream();
            out.write(("HTTP/1.1 200 OK\r\n" + length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            byte[] megabyte = new byte[1024 * 1024];
            for (int i = 0; i < count; i++) {
                out.write(megabyte);
                left.incrementAndGet();
            }
            connection.close();
        };
    }

    private static void pause(Duration duration) throws InterruptedException {
        new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS);
    }
}
