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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of the data that a client reads from a server. */
class ResponseLimitsTest {

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
    void areTenInformationalResponsesInAnExchange(int count) {
        try (FaultServer server = FaultServer.replying(informational(count));
                GpuCloudClient client = TestClients.connect(server)) {
            client.billing().balance();
            client.billing().balance();

            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void endACreateInDoubtWhenInformationalResponsesDoNotEnd() {
        AtomicInteger written = new AtomicInteger();
        Reply endless = connection -> {
            while (written.incrementAndGet() < 1_000_000) {
                write(connection.getOutputStream(), INFORMATIONAL);
            }
            connection.close();
        };
        try (FaultServer server = FaultServer.replying(endless);
                GpuCloudClient client = TestClients.connect(server)) {
            TransportException failure = catchThrowableOfType(
                    TransportException.class, () -> client.instances().createByPod(TestClients.POD_SPEC));

            assertThat(failure).hasMessageContaining("more than 10 informational responses");
            assertThat(failure.mayHaveTakenEffect()).isTrue();
            assertThat(written).hasValueLessThan(1_000_000);
        }
    }
}
