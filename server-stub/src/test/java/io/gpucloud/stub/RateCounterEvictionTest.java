package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * The rate limiter deletes its counters of a deleted key; otherwise short-lived keys would fill the memory. A new key of the same
 * name has the full rate again. The clock of these tests does not advance, so the rate cannot recover over time.
 */
class RateCounterEvictionTest {

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start(
            FrozenRateClockConfiguration.class, "stub.rate-limit.requests-per-second=1", "stub.tenants.idle=1ms");

    private final String key;
    private final Caller caller;

    RateCounterEvictionTest(TestInfo test) {
        key = "tenant-" + test.getTestMethod().orElseThrow().getName();
        caller = Caller.of(STUB.baseUrl(), key);
    }

    @BeforeEach
    void askAsOftenAsMayBe() {
        assertThat(status()).isEqualTo(200);
        assertThat(status()).isEqualTo(429);
    }

    private int status() {
        return caller.get("/gpu/list").status();
    }

    @Test
    void areForgottenWithTheirAccount() {
        caller.adminDelete("/accounts/" + key);
        assertThat(status()).isEqualTo(200);
    }

    @Test
    void areForgottenWhenTheirAccountIsReset() {
        caller.admin("POST", "/accounts/" + key + "/reset", null);
        assertThat(status()).isEqualTo(200);
    }

    @Test
    void areForgottenWhenTheirAccountIsPutBackIn() {
        String snapshot = caller.adminGet("/accounts/" + key + "/snapshot").text();
        assertThat(caller.admin("PUT", "/accounts/" + key + "/snapshot", snapshot)
                        .status())
                .isEqualTo(204);
        assertThat(status()).isEqualTo(200);
    }

    @Test
    void areForgottenWhenTheyMakeRoomForOthers() {
        for (int i = 0; i < 1_000 && isThere(); i++) {
            new Caller(caller.origin(), "tenant-other-" + i).get("/gpu/list");
        }
        assertThat(isThere()).isFalse();
        assertThat(status()).isEqualTo(200);
    }

    private boolean isThere() {
        return caller.adminGet("/accounts").text().contains("\"" + key + "\"");
    }

    @Test
    void areForgottenWhenTheStubIsReset() {
        caller.admin("POST", "/reset", null);
        assertThat(status()).isEqualTo(200);
    }

    @Test
    void areForgottenWhenASnapshotIsPutIn() {
        String snapshot = caller.adminGet("/snapshot").text();
        assertThat(caller.admin("PUT", "/snapshot", snapshot).status()).isEqualTo(204);
        assertThat(status()).isEqualTo(200);
    }
}
