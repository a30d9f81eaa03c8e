package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.RawCaller;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Large snapshots are read one at a time, because each takes several times its size on the heap. */
class SnapshotUploadInterceptorTest {

    /** More than the buffers of a connection, so that the stub has read a part of it when all is sent. */
    private static final int LARGE = 16 * AdminArgumentResolver.MAX_BODY;

    private static final int PATIENCE_MILLIS = 30_000;

    @AutoClose
    private GpuCloudStub stub;

    private RawCaller raw;
    private String snapshot;

    @BeforeEach
    void start() {
        stub = GpuCloudStub.start("stub.clock.frozen=true", "server.tomcat.connection-timeout=120s");
        raw = new RawCaller(stub.baseUrl());
        snapshot = Caller.of(stub.baseUrl(), null).adminGet("/snapshot").text();
    }

    private static String put(String length) {
        return "PUT /__admin/snapshot HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\n" + length + "\r\n\r\n";
    }

    private static String whole(String body) {
        return put("Content-Length: " + body.length()) + body;
    }

    private String padded() {
        return snapshot + " ".repeat(LARGE - snapshot.length());
    }

    @Test
    void arePutInOneAtATime() throws IOException {
        try (Socket first = new Socket(stub.baseUrl().getHost(), stub.baseUrl().getPort())) {
            first.setSoTimeout(PATIENCE_MILLIS);
            String body = padded();
            String beginning = body.substring(0, LARGE - 1);
            first.getOutputStream().write((put("Content-Length: " + LARGE) + beginning).getBytes(ISO_8859_1));

            assertThat(raw.send(whole(body)))
                    .startsWith("HTTP/1.1 409")
                    .contains("another snapshot larger than 1048576 bytes is being put in");
            assertThat(raw.send(whole(snapshot))).as("a small one").startsWith("HTTP/1.1 204");

            first.getOutputStream().write(' ');
            assertThat(new String(first.getInputStream().readNBytes(12), ISO_8859_1))
                    .isEqualTo("HTTP/1.1 204");
        }
        assertThat(raw.send(whole(padded()))).as("afterwards").startsWith("HTTP/1.1 204");
    }

    @Test
    void giveWayWhenTheyAreRejectedOrBrokenOff() throws IOException {
        assertThat(raw.send(whole("x".repeat(LARGE)))).startsWith("HTTP/1.1 400");
        try (Socket gone = new Socket(stub.baseUrl().getHost(), stub.baseUrl().getPort())) {
            gone.getOutputStream()
                    .write((put("Content-Length: " + LARGE) + "x".repeat(LARGE - 1)).getBytes(ISO_8859_1));
        }
        String next = raw.send(whole(padded()));
        for (int i = 0; i < 1_000 && next.startsWith("HTTP/1.1 409"); i++) {
            next = raw.send(whole(padded()));
        }
        assertThat(next).startsWith("HTTP/1.1 204");
    }

    @Test
    void mayBeSentInChunks() throws IOException {
        String body = padded();
        String chunk = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
        assertThat(raw.send(put("Transfer-Encoding: chunked") + chunk)).startsWith("HTTP/1.1 204");
    }

    @Test
    void areLimitedByTheHeapUnlessASettingSaysOtherwise() throws IOException {
        long limit = Math.min(256L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 8);
        assertThat(raw.ask(
                        "PUT /__admin/snapshot HTTP/1.1",
                        "Content-Type: application/json",
                        "Content-Length: " + (limit + 1)))
                .startsWith("HTTP/1.1 413")
                .contains("the body is larger than " + limit + " bytes");
    }
}
