package io.gpucloud.stub.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Callers that stop within a body, on a stub with 8 threads: 4 of them for each key and 6 in total may wait for bodies.
 */
class IncompleteBodyLimiterTest {

    private static final int PATIENCE_MILLIS = 120_000;
    private static final String CREATE = "POST /api/open/v2/instance/create_by_pod";
    private static final String REJECTED = "HTTP/1.1 429";
    private static final String CONTINUE = "HTTP/1.1 100";

    private final List<Socket> sockets = new ArrayList<>();
    private GpuCloudStub stub;

    @BeforeEach
    void start() {
        // Longer than the timeout of a caller: a caller that waits for a thread fails the test.
        stub = GpuCloudStub.start("server.tomcat.threads.max=8", "server.tomcat.connection-timeout=10m");
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        stub.close();
    }

    private Socket send(String bytes) throws IOException {
        Socket socket = new Socket(stub.baseUrl().getHost(), stub.baseUrl().getPort());
        sockets.add(socket);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        return socket;
    }

    private static String statusOf(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(CONTINUE.length()), ISO_8859_1);
    }

    private static String head(String call, String key) {
        return call + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: 79\r\n";
    }

    /** Begins a request with Expect: 100-continue, and does not send the body after 100 Continue. */
    private Socket begin(String call, String key) throws IOException {
        return send(head(call, key) + "Expect: 100-continue\r\n\r\n");
    }

    private void assertOthersAreServed() throws IOException {
        assertThat(statusOf(send("GET /api/open/v2/pod/list HTTP/1.1\r\nHost: localhost\r\n\r\n")))
                .isEqualTo("HTTP/1.1 200");
    }

    @Test
    void bodiesAreLimitedForEachKeyAndInTotal() throws IOException {
        for (int i = 0; i < 4; i++) {
            assertThat(statusOf(begin(CREATE, "tenant-one"))).isEqualTo(CONTINUE);
        }
        Socket fifth = begin(CREATE, "tenant-one");
        assertThat(new String(fifth.getInputStream().readAllBytes(), ISO_8859_1))
                .startsWith(REJECTED)
                .contains("\r\nRetry-After: 1\r\n", "too many request bodies are incomplete");

        assertThat(statusOf(begin(CREATE, "tenant-two"))).isEqualTo(CONTINUE);
        assertThat(statusOf(begin(CREATE, "tenant-three"))).isEqualTo(CONTINUE);
        assertThat(statusOf(begin(CREATE, "tenant-four"))).isEqualTo(REJECTED);
        assertOthersAreServed();
    }

    @Test
    void completedBodiesReturnTheirPermit() throws IOException {
        String body = "{\"pod_uuid\": \"pod-stable-diffusion\", \"gpu_uuid\": \"gpu-rtx-4090\", \"gpu_nums\": 1}";
        for (int i = 0; i < 10; i++) {
            Socket slow = begin(CREATE, "tenant-one");
            assertThat(statusOf(slow)).isEqualTo(CONTINUE);
            slow.getInputStream().skipNBytes(" \r\n\r\n".length());
            slow.getOutputStream().write(body.getBytes(ISO_8859_1));
            assertThat(statusOf(slow)).isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void bodiesOfTheAdministrationAreLimited() throws IOException {
        for (int i = 0; i < 4; i++) {
            assertThat(statusOf(begin("POST /__admin/faults", "none"))).isEqualTo(CONTINUE);
        }
        assertThat(statusOf(begin("POST /__admin/faults", "none"))).isEqualTo(REJECTED);
        assertOthersAreServed();
    }

    @Test
    void bodiesWithoutAKeyDoNotBlockTheAdministration() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertThat(statusOf(send(head(CREATE, "wrong") + "\r\n{\"pod"))).isEqualTo("HTTP/1.1 401");
        }
        assertThat(statusOf(send("PUT /__admin/clock HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"frozen\":true}")))
                .isEqualTo("HTTP/1.1 200");
    }

    /** Tomcat would wait for the rest of each body, on a thread for each one. */
    @Test
    void bodiesOfRejectedRequestsDoNotBlockOthers() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertThat(statusOf(send(head(CREATE, "wrong") + "\r\n{\"pod"))).isEqualTo("HTTP/1.1 401");
        }
        assertOthersAreServed();
    }
}
