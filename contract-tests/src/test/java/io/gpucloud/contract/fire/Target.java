package io.gpucloud.contract.fire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;

/** A stub, as bare sockets reach it. */
record Target(URI base) {

    /** A stub that says nothing for so long hangs. */
    private static final int PATIENCE_MILLIS = 20_000;

    /** Sends all bytes, says that there are no more, and takes what comes until the stub closes. */
    String answer(RawRequest request) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request.bytes());
                socket.shutdownOutput();
            } catch (SocketException refusedHalfway) {
                // It has heard enough; what it said is there to be read.
            }
            return received(socket);
        }
    }

    /** A stub that closes while bytes are on their way to it resets the connection; what it said first counts. */
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
