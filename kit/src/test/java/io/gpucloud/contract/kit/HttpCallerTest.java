package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HttpCallerTest {

    private static final String STALLING = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789";
    private static final Call PODS = Call.of(ApiDocuments.PUBLIC_API, "listPods", Map.of());

    private static HttpCaller caller(ServerSocket server, Duration patience) {
        URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/api/open/v2");
        return new HttpCaller(Settings.of("--url=" + url, "--key=k", "--read-only"), pause -> {}, patience);
    }

    /** Objects without a reference are collected, and their connections closed. */
    private final Queue<Socket> held = new ConcurrentLinkedQueue<>();

    private void response(ServerSocket server, String text, int times) {
        Thread answering = new Thread(() -> {
            try {
                Socket caller = server.accept();
                held.add(caller);
                for (int time = 0; time < times; time++) {
                    caller.getOutputStream().write(text.getBytes(US_ASCII));
                }
            } catch (IOException gone) {
                // The client has closed the connection.
            }
        });
        answering.setDaemon(true);
        answering.start();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsAResponseThatStallsInTheMiddle() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            response(server, STALLING, 1);
            assertThatThrownBy(() -> caller(server, Duration.ofSeconds(1)).send(PODS))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no complete response within 1 s");
        }
    }

    @Test
    void endsAResponseThatIsTooLarge() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            response(server, "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(1024 * 1024), 17);
            assertThatThrownBy(() -> caller(server, Duration.ofSeconds(30)).send(PODS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("larger than");
        }
    }
}
