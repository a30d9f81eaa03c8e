package io.gpucloud.stub;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;

/**
 * Sends requests over a socket, because HTTP clients do not send invalid ones. Every byte is a character of ISO 8859-1.
 */
public record RawCaller(URI base) {

    /** Long enough for a busy machine, and short enough to detect a stub that never responds. */
    private static final int PATIENCE_MILLIS = 120_000;

    /** Sends a request with these header lines. Adds a {@code Host} header if they have none. */
    public String ask(String... head) throws IOException {
        boolean says = Arrays.stream(head).anyMatch(line -> line.startsWith("Host:"));
        String host = says ? "" : "Host: localhost:" + base.getPort() + "\r\n";
        return send(String.join("\r\n", head) + "\r\n" + host + "Connection: close\r\n\r\n");
    }

    /** Posts JSON to an operation of the public API. */
    public String post(String apiKey, String operation, byte[] body) throws IOException {
        return send("POST /api/open/v2" + operation + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Authorization: Bearer " + apiKey + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length + "\r\n\r\n" + new String(body, ISO_8859_1));
    }

    /**
     * Posts JSON with {@code Expect: 100-continue}. When the stub requests the body, it runs an action and then sends
     * the body.
     */
    public String postAfter(Runnable meanwhile, String apiKey, String operation, String body) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String head = "POST /api/open/v2" + operation + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Authorization: Bearer " + apiKey + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length() + "\r\nExpect: 100-continue\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            String asked = "HTTP/1.1 100 \r\n\r\n";
            String first = new String(socket.getInputStream().readNBytes(asked.length()), ISO_8859_1);
            if (!first.equals(asked)) {
                throw new IOException("the stub does not ask for the body: " + first);
            }
            meanwhile.run();
            socket.getOutputStream().write(body.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    /**
     * Sends parts of a request, all but the first after the response has begun. Fails if the stub does not read them.
     */
    public String sendSlowly(String first, String rest, int times) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(first.getBytes(ISO_8859_1));
            String response = new String(socket.getInputStream().readNBytes(1), ISO_8859_1);
            for (int i = 0; i < times; i++) {
                socket.getOutputStream().write(rest.getBytes(ISO_8859_1));
            }
            return response + new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    /** Sends bytes, and returns all bytes that arrive until the stub closes the connection. */
    public String send(String bytes) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }
}
