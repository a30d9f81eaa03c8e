package io.gpucloud.client.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Failed connections, and whether the client tries again. */
class ConnectionFailuresTest extends ClientTestBase {

    private TransportException failureAt(String baseUrl) {
        GpuCloudClient client = client(builder -> builder.baseUrl(baseUrl));
        return catchThrowableOfType(
                TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));
    }

    /** The failure at a server that responds to the first bytes of a handshake, and closes the connection. */
    private TransportException failureOfHandshake(AtomicInteger connections, byte[] response) throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            Thread thread = new Thread(() -> {
                while (!socket.isClosed()) {
                    try (Socket connection = socket.accept()) {
                        connections.incrementAndGet();
                        connection.getInputStream().read(new byte[4096]);
                        connection.getOutputStream().write(response);
                    } catch (IOException closed) {
                        // Closed by the client, or at the end of the test.
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
            return failureAt("https://127.0.0.1:" + socket.getLocalPort() + "/api/open/v2");
        }
    }

    /** The bytes of a TLS alert. */
    private static byte[] alert(int description) {
        return new byte[] {21, 3, 3, 0, 2, 2, (byte) description};
    }

    static Stream<Arguments> handshakes() {
        byte[] plainHttp = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII);
        return Stream.of(
                Arguments.of(Named.of("plain HTTP", plainHttp), 1),
                Arguments.of(Named.of("no cipher in common", alert(40)), 1),
                Arguments.of(Named.of("no protocol in common", alert(70)), 1),
                Arguments.of(Named.of("an internal error", alert(80)), 3),
                Arguments.of(Named.of("a closed connection", new byte[0]), 3));
    }

    @ParameterizedTest
    @MethodSource("handshakes")
    void areTriedAgainOnlyIfTheHandshakeCanSucceed(byte[] response, int attempts) throws IOException {
        AtomicInteger connections = new AtomicInteger();
        TransportException failure = failureOfHandshake(connections, response);

        assertThat(failure.attempts()).isEqualTo(attempts);
        assertThat(connections).hasValue(attempts);
        assertThat(failure.mayHaveTakenEffect()).isFalse();
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

    @Test
    void anErrorTakesNoConnectionFromLaterCalls() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            GpuCloudClient client =
                    client(builder -> builder.baseUrl("https://127.0.0.1:" + server.getLocalPort() + "/api/open/v2")
                            .sslContext(new SSLContext(new NoMemory(), null, "TLS") {})
                            .maxConnections(1));
            for (int call = 1; call <= 2; call++) {
                assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(OutOfMemoryError.class);
            }
        }
    }

    /** TLS for which there is no memory. */
    private static final class NoMemory extends SSLContextSpi {

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {}

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw new OutOfMemoryError("of the test");
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw new UnsupportedOperationException();
        }
    }
}
