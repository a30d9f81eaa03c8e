package io.gpucloud.contract.robustness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * More callers than a stub serves at the same time, over plain sockets. A waiting caller is served when another one has
 * ended.
 */
class ConnectionLimitTest {

    private static final int PATIENCE_MILLIS = 120_000;

    /** A caller that is served within this time did not have to wait. */
    private static final int A_WHILE_MILLIS = 200;

    private static final String LIST = "GET /api/open/v2/pod/list HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static Socket caller(GpuCloudStub stub, String bytes) throws IOException {
        Socket caller = new Socket(stub.baseUrl().getHost(), stub.baseUrl().getPort());
        caller.setSoTimeout(PATIENCE_MILLIS);
        caller.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        return caller;
    }

    /** Has sent the head of a request, and has received {@code 100 Continue}. */
    private static Socket halfway(GpuCloudStub stub) throws IOException {
        Socket caller = caller(
                stub,
                RawRequest.head("POST", "/api/open/v2/instance/create_by_pod") + "Expect: 100-continue\r\n"
                        + RawRequest.content(StubHttp.CREATE.length()));
        assertThat(heard(caller)).isEqualTo("HTTP/1.1 100");
        caller.getInputStream().skipNBytes(" \r\n\r\n".length());
        return caller;
    }

    private static String heard(Socket caller) throws IOException {
        return new String(caller.getInputStream().readNBytes(12), ISO_8859_1);
    }

    private static void assertWaits(Socket caller) throws IOException {
        caller.setSoTimeout(A_WHILE_MILLIS);
        assertThatThrownBy(() -> caller.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        caller.setSoTimeout(PATIENCE_MILLIS);
    }

    @LimitTest("connections | 8,192 | `server.tomcat.max-connections` | the next ones wait")
    void letsMoreConnectionsWait() throws IOException {
        try (GpuCloudStub stub = GpuCloudStub.start("server.tomcat.max-connections=1");
                Socket first = caller(stub, LIST)) {
            assertThat(heard(first)).isEqualTo("HTTP/1.1 200");
            try (Socket next = caller(stub, LIST)) {
                assertWaits(next);
                first.shutdownOutput();
                assertThat(heard(next)).isEqualTo("HTTP/1.1 200");
            }
        }
    }

    @LimitTest("requests at once | 200 | `server.tomcat.threads.max` | the next ones wait")
    void letsMoreRequestsWait() throws IOException {
        try (GpuCloudStub stub =
                        GpuCloudStub.start("server.tomcat.threads.max=1", "server.tomcat.threads.min-spare=1");
                Socket first = halfway(stub);
                Socket next = caller(stub, LIST)) {
            assertWaits(next);
            first.getOutputStream().write(StubHttp.CREATE.getBytes(ISO_8859_1));
            assertThat(heard(first)).isEqualTo("HTTP/1.1 200");
            assertThat(heard(next)).isEqualTo("HTTP/1.1 200");
        }
    }

    @LimitTest("requests of a key in a second, and at once | no limit | `stub.rate-limit.requests-per-second`,"
            + " `stub.rate-limit.concurrent` | 429 with `Retry-After`")
    void rejectsMoreRequestsOfAKey() throws IOException {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.rate-limit.concurrent=1");
                Socket first = halfway(stub)) {
            RawRequest list = new RawRequest("list", RawRequest.head("GET", "/api/open/v2/instance/list") + "\r\n");
            assertThat(new SocketTarget(stub.baseUrl()).response(list))
                    .startsWith("HTTP/1.1 429")
                    .contains("\r\nRetry-After: 1\r\n");
            first.getOutputStream().write(StubHttp.CREATE.getBytes(ISO_8859_1));
            assertThat(heard(first)).isEqualTo("HTTP/1.1 200");
        }
    }
}
