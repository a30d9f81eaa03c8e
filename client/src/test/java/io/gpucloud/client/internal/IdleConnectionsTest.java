package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions of the server on a connection that is idle in the pool. */
class IdleConnectionsTest extends ClientTestBase {

    private static final String STRAY_408 = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n";
    private static final String FOREIGN_INSTANCE =
            response("{\"code\":0,\"data\":{\"instance_uuid\":\"foreign\",\"status\":1,\"title\":\"t\"}}");
    private static final Reply CREATED =
            Reply.data("{\"instance_uuid\":\"mine\",\"status\":1,\"title\":\"t\",\"server_url\":[]}");

    private final BlockingQueue<Socket> idle = new ArrayBlockingQueue<>(1);

    private static String response(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static String create(GpuCloudClient client) {
        return client.instances().create(TestClients.POD_SPEC).instanceUuid();
    }

    /** Remembers the connection, so that the test can use it while it is idle. */
    private Reply remembering(Reply reply) {
        return connection -> {
            idle.add(connection);
            reply.writeTo(connection);
        };
    }

    private static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Waits until the client's socket has what the server did to it. On a busy machine, Linux delivers packets after
     * the call that sent them has returned. Other systems do not show it.
     */
    private static void awaitArrival(int clientPort) throws IOException {
        String idleSocket = String.format("\\s*\\d+: \\S+:%04X \\S+ 01 \\S+:00000000 .*", clientPort);
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            Path sockets = Path.of(table);
            while (Files.exists(sockets)
                    && Files.readAllLines(sockets).stream().anyMatch(line -> line.matches(idleSocket))) {
                Thread.onSpinWait();
            }
        }
    }

    static Stream<String> strayResponses() {
        return Stream.of(STRAY_408, FOREIGN_INSTANCE);
    }

    @ParameterizedTest
    @MethodSource("strayResponses")
    void isDiscardedWhenAResponseArrivesWithoutARequest(String stray) throws Exception {
        server.reply(remembering(Reply.balance()), CREATED);
        client.billing().balance();
        Socket connection = idle.remove();
        write(connection, stray);
        awaitArrival(connection.getPort());

        assertThat(create(client)).isEqualTo("mine");
        assertThat(server.connections()).isEqualTo(2);
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void isDiscardedWhenAResponseHasMoreBytesThanItsLength() {
        Reply twoResponses = connection -> write(
                connection, response("{\"code\":0,\"data\":{\"balance\":1,\"card_balance\":2}}") + FOREIGN_INSTANCE);
        server.reply(twoResponses, CREATED);
        client.billing().balance();

        assertThat(create(client)).isEqualTo("mine");
        assertThat(server.connections()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isDiscardedWhenTheServerHasClosedIt(boolean reset) throws Exception {
        int creates = 200;
        SynchronousQueue<Boolean> close = new SynchronousQueue<>();
        SynchronousQueue<Integer> closed = new SynchronousQueue<>();
        Reply createdThenClosed = connection -> {
            CREATED.writeTo(connection);
            connection.setSoLinger(close.take(), 0);
            int port = connection.getPort();
            connection.close();
            closed.put(port);
        };
        server.reply(createdThenClosed);
        for (int i = 0; i < creates; i++) {
            assertThat(create(client)).isEqualTo("mine");
            close.put(reset);
            awaitArrival(closed.take());
        }

        assertThat(server.requests()).isEqualTo(creates);
        assertThat(server.connections()).isEqualTo(creates);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void isUsedAgainAfterInformationalResponses(int count) {
        String balance = response("{\"code\":0,\"data\":{\"balance\":1,\"card_balance\":2}}");
        server.reply(connection -> write(connection, Reply.EARLY_HINTS.repeat(count) + balance));
        client.billing().balance();
        client.billing().balance();

        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void isUsedAgainWhenNothingHappenedToIt() {
        server.reply(CREATED);
        for (int i = 0; i < 20; i++) {
            create(client);
        }

        assertThat(server.connections()).isEqualTo(1);
    }
}
