package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Failed connections, and whether the client tries again. */
class ConnectionFailuresTest {

    private final TestTime time = new TestTime();

    private TransportException failureAt(String baseUrl) {
        try (FaultServer unused = FaultServer.replying(Reply.done())) {
            GpuCloudClientBuilder builder = TestClients.builder(unused, time).baseUrl(baseUrl);
            try (GpuCloudClient client = builder.build()) {
                return catchThrowableOfType(
                        TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));
            }
        }
    }

    /** The reaction of a server to the first bytes of a handshake. */
    @FunctionalInterface
    private interface Handshake {
        void writeTo(Socket connection) throws IOException;
    }

    private TransportException failureOfHandshake(AtomicInteger connections, Handshake handshake) throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread thread = new Thread(() -> {
                while (!server.isClosed()) {
                    try (Socket connection = server.accept()) {
                        connections.incrementAndGet();
                        connection.getInputStream().read(new byte[4096]);
                        handshake.writeTo(connection);
                    } catch (IOException closed) {
                        // Closed by the client, or at the end of the test.
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
            return failureAt("https://127.0.0.1:" + server.getLocalPort() + "/api/open/v2");
        }
    }

    private static void alert(Socket connection, int description) throws IOException {
        connection.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, (byte) description});
    }

    @Test
    void endAtOnceWhenThePortSpeaksPlainHttp() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        TransportException failure = failureOfHandshake(
                connections,
                connection -> connection
                        .getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\n\r\n"
                                .getBytes(java.nio.charset.StandardCharsets.US_ASCII)));

        assertThat(failure.attempts()).isEqualTo(1);
        assertThat(connections).hasValue(1);
        assertThat(failure.mayHaveTakenEffect()).isFalse();
    }

    @Test
    void endAtOnceWhenTheServerHasNoProtocolOrCipherInCommon() throws IOException {
        for (int description : new int[] {40, 70}) {
            AtomicInteger connections = new AtomicInteger();
            TransportException failure = failureOfHandshake(connections, connection -> alert(connection, description));

            assertThat(failure.attempts()).isEqualTo(1);
            assertThat(connections).hasValue(1);
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        }
    }

    @Test
    void areTriedAgainWhenTheServerBreaksOffTheHandshake() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        TransportException failure = failureOfHandshake(connections, Socket::close);

        assertThat(failure.attempts()).isEqualTo(3);
        assertThat(connections).hasValue(3);
    }

    @Test
    void areTriedAgainWhenTheServerHasAnInternalError() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        assertThat(failureOfHandshake(connections, connection -> alert(connection, 80))
                        .attempts())
                .isEqualTo(3);
    }

    @Test
    void areTriedOnceMoreWhenTheHostIsUnknown() {
        TransportException failure = failureAt("https://no-such-host.invalid/api/open/v2");

        assertThat(failure.attempts()).isEqualTo(2);
        assertThat(failure)
                .hasMessageContaining(
                        "no connection: unknown host no-such-host.invalid (POST https://no-such-host.invalid/api")
                .hasMessageNotContaining("Exception");
        assertThat(failure.mayHaveTakenEffect()).isFalse();
    }
}
