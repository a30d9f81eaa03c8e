package io.gpucloud.stub.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console is available to all callers of the administration. With a token it is an empty page that asks for the token. */
class ConsoleTest {

    @AutoClose
    private static final GpuCloudStub OPEN = GpuCloudStub.start();

    @AutoClose
    private static final GpuCloudStub GUARDED = GpuCloudStub.start("stub.admin.token=s3cret");

    private static Caller.Answer get(GpuCloudStub stub, String path) {
        return Caller.of(stub.baseUrl(), null).unchecked().call("GET", path, null);
    }

    /** Uses a socket, because HTTP clients normalize paths and do not send a wrong Host header. */
    private static String raw(GpuCloudStub stub, String path, String host) throws IOException {
        URI base = stub.baseUrl();
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void isRefusedUnderANameOfSomebodyElse() throws IOException {
        assertThat(raw(OPEN, "/__admin/console", "rebound.example")).startsWith("HTTP/1.1 403");
    }

    @Test
    void hasNoOtherFiles() {
        assertThat(get(OPEN, "/__admin/console/other.js").status()).isEqualTo(404);
        assertThat(get(OPEN, "/__admin/console/index.html").status()).isEqualTo(404);
    }

    @Nested
    class BehindAToken {

        @ParameterizedTest
        @ValueSource(strings = {"/__admin/console", "/__admin/console/console.js", "/__admin/console/console.css"})
        void isAnEmptyPage(String path) {
            assertThat(get(GUARDED, path).status()).isEqualTo(200);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/__admin/clock",
                    "/__admin/console/clock",
                    "/__admin/console/../clock",
                    "/__admin/console;/../clock",
                    "/__admin/console/console.js/../../clock"
                })
        void opensTheWayToNoCall(String path) throws IOException {
            assertThat(raw(GUARDED, path, "localhost")).startsWith("HTTP/1.1 4").doesNotContain("\"now\"");
        }
    }
}
