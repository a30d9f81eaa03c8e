package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rate limiter deletes its counters of a deleted key; otherwise short-lived keys would fill the memory. A new key
 * of the same name has the full rate again. The clock of these tests does not advance, so the rate cannot recover over
 * time.
 */
class RateCounterEvictionTest {

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start(
            FrozenRateClockConfiguration.SETTING, "stub.rate-limit.requests-per-second=1", "stub.tenants.idle=1ms");

    private static final AtomicInteger KEYS = new AtomicInteger();

    private final String key = "tenant-" + KEYS.incrementAndGet();
    private final Caller caller = Caller.of(STUB.baseUrl(), key);

    @BeforeEach
    void askAsOftenAsMayBe() {
        assertThat(status()).isEqualTo(200);
        assertThat(status()).isEqualTo(429);
    }

    private int status() {
        return caller.get("/gpu/list").status();
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, /accounts/KEY",
        "POST, /reset?account=KEY",
        "PUT, /snapshot?account=KEY",
        "POST, /reset",
        "PUT, /snapshot"
    })
    void countersAreForgottenWithTheirAccount(String method, String path) {
        String call = path.replace("KEY", key);
        String snapshot = method.equals("PUT") ? caller.adminGet(call).text() : null;

        assertThat(caller.admin(method, call, snapshot).status()).isEqualTo(204);

        assertThat(status()).isEqualTo(200);
    }

    @Test
    void countersOfAnEvictedAccountAreForgotten() {
        for (int i = 0; i < 1_000 && isThere(); i++) {
            new Caller(caller.origin(), "tenant-other-" + i).get("/gpu/list");
        }
        assertThat(isThere()).isFalse();
        assertThat(status()).isEqualTo(200);
    }

    private boolean isThere() {
        return caller.adminGet("/accounts").text().contains("\"" + key + "\"");
    }
}
