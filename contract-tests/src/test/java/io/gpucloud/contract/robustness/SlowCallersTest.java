package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Callers that begin a request and do not continue. By default the stub closes their connections after 10 seconds, here
 * after 250 ms.
 */
class SlowCallersTest {

    /** Together with those that begin a body, more than the stub has threads. */
    private static final int OF_EACH = 100;

    private static final String BODY = "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"pod";
    private static final List<String> BEGINNINGS = List.of(
            "",
            "GET /api/open/v2/instance/list HTTP/1.1\r\nHost: loc",
            RawRequest.head("POST", "/api/open/v2/instance/create_by_pod") + BODY,
            RawRequest.head("POST", "/__admin/faults") + BODY,
            RawRequest.head("POST", "/api/open/v2/instance/create_by_pod")
                    + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"p");

    @LimitTest("silence in the middle of a request | 10 s | `server.tomcat.connection-timeout` | 408, or closed")
    void areDisconnectedWhileOtherCallersAreServed() throws IOException {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=off", "server.tomcat.connection-timeout=250ms");
                GpuCloudClient client = StubClient.of(stub.baseUrl(), "demo-key")) {
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < OF_EACH; i++) {
                for (String beginning : BEGINNINGS) {
                    var socket =
                            new Socket(stub.baseUrl().getHost(), stub.baseUrl().getPort());
                    socket.setSoTimeout(120_000);
                    socket.getOutputStream().write(beginning.getBytes(ISO_8859_1));
                    slow.add(socket);
                }
            }
            assertThat(client.pods().list()).isNotEmpty();
            List<String> statuses = new ArrayList<>();
            for (Socket socket : slow) {
                // Would end with a timeout if the stub still waited.
                String response = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
                statuses.add(response.isEmpty() ? "none" : response.substring(0, 12));
                socket.close();
            }
            // 429 if more bodies are incomplete at the same time than threads may wait for.
            assertThat(statuses).isSubsetOf("none", "HTTP/1.1 408", "HTTP/1.1 429");
            assertThat(statuses).filteredOn(status -> !status.equals("none")).hasSizeGreaterThanOrEqualTo(2 * OF_EACH);
            assertThat(client.instances().list()).isEmpty();
        }
    }
}
