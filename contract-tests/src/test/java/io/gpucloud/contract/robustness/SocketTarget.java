package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;

/** A stub that is called over plain sockets. */
record SocketTarget(URI base) {

    /** A stub that sends nothing for this long counts as hanging. */
    private static final int PATIENCE_MILLIS = 120_000;

    /** Sends all bytes, closes the output, and reads until the stub closes the connection. */
    String response(RawRequest request) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request.bytes());
                socket.shutdownOutput();
            } catch (SocketException refusedHalfway) {
                // The stub stopped reading. Its response can still be read.
            }
            return received(socket);
        }
    }

    /** A stub that closes while bytes are in flight resets the connection. The bytes received before count. */
    private static String received(Socket socket) throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        byte[] part = new byte[8_192];
        try {
            for (int read = socket.getInputStream().read(part);
                    read >= 0;
                    read = socket.getInputStream().read(part)) {
                received.write(part, 0, read);
            }
        } catch (SocketException reset) {
            received.write(RESET.getBytes(ISO_8859_1));
        }
        return received.toString(ISO_8859_1);
    }

    static final String RESET = "<reset>";
}
