package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Informational responses, of which a server may send any number. */
class InformationalResponsesTest {

    private static final String INFORMATIONAL = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    private static final String BALANCE = "{\"code\":0,\"data\":{\"balance\":1,\"card_balance\":2}}";

    private static void write(OutputStream out, String text) throws java.io.IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Reply informational(int count) {
        return connection -> write(
                connection.getOutputStream(),
                INFORMATIONAL.repeat(count) + "HTTP/1.1 200 OK\r\nContent-Length: " + BALANCE.length() + "\r\n\r\n"
                        + BALANCE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void leaveTheConnectionInUse(int count) {
        try (FaultServer server = FaultServer.replying(informational(count));
                GpuCloudClient client = TestClients.connect(server)) {
            client.billing().balance();
            client.billing().balance();

            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void endACreateInDoubtAtTheDeadlineWhenTheyDoNotEnd() {
        Reply endless = connection -> {
            while (!connection.isClosed()) {
                write(connection.getOutputStream(), INFORMATIONAL);
            }
        };
        try (FaultServer server = FaultServer.replying(endless);
                GpuCloudClient client =
                        TestClients.connect(server).withOptions(options -> options.deadline(Duration.ofMillis(500)))) {
            TransportException failure = catchThrowableOfType(
                    TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));

            assertThat(failure).hasMessageContaining("the deadline of the call was over");
            assertThat(failure.mayHaveTakenEffect()).isTrue();
        }
    }
}
