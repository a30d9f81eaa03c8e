package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.RawCaller;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A snapshot may be as large as {@code stub.limits.max-snapshot}, which can be more than other bodies. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnapshotUploadTest {

    private static final int LIMIT = 2 * AdminArgumentResolver.MAX_BODY;

    @AutoClose
    private final GpuCloudStub stub =
            GpuCloudStub.start("stub.clock.frozen=true", "stub.limits.max-snapshot=" + LIMIT + "B");

    private final Caller caller = Caller.of(stub.baseUrl(), "demo-key");
    private final RawCaller raw = new RawCaller(stub.baseUrl());
    private String earlier;
    private String present;

    @BeforeEach
    void changeTheState() {
        earlier = snapshot();
        caller.admin("POST", "/clock/advance", "{\"seconds\":60}");
        present = snapshot();
        assertThat(present).isNotEqualTo(earlier);
    }

    private String snapshot() {
        return caller.adminGet("/snapshot").text();
    }

    private String earlierWith(int size) {
        return earlier + " ".repeat(size - earlier.length());
    }

    private String put(String length, String body) throws IOException {
        return raw.send("PUT /__admin/snapshot HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\n" + length + "\r\n\r\n" + body);
    }

    private static String chunk(String body) {
        return Integer.toHexString(body.length()) + "\r\n" + body + "\r\n";
    }

    private void assertTooLarge(String response) {
        assertThat(response)
                .startsWith("HTTP/1.1 413")
                .contains("Content-Type: application/problem+json")
                .contains("the body is larger than " + LIMIT + " bytes");
        assertThat(snapshot()).isEqualTo(present);
    }

    @Test
    void aSnapshotAtTheLimitIsRestored() throws IOException {
        assertThat(put("Content-Length: " + LIMIT, earlierWith(LIMIT))).startsWith("HTTP/1.1 204");
        assertThat(snapshot()).isEqualTo(earlier);
    }

    @Test
    void aSnapshotInChunksIsRestored() throws IOException {
        String body = earlierWith(LIMIT);
        assertThat(put("Transfer-Encoding: chunked", chunk(body) + chunk(""))).startsWith("HTTP/1.1 204");
        assertThat(snapshot()).isEqualTo(earlier);
    }

    @Test
    void aSnapshotAboveTheLimitIsRejectedBeforeItIsSent() throws IOException {
        assertTooLarge(put("Content-Length: " + (LIMIT + 1), ""));
    }

    /** The stub does not wait for the end of the body, which this request never sends. */
    @Test
    void aSnapshotInChunksIsRejectedAsSoonAsItIsTooLarge() throws IOException {
        assertTooLarge(put("Transfer-Encoding: chunked", chunk(earlierWith(LIMIT + 1))));
    }
}
