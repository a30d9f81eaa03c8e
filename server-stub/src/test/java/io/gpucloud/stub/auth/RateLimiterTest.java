package io.gpucloud.stub.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.ManualTime;
import io.gpucloud.stub.auth.RateLimiter.ExceededException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimiterTest {

    private final ManualTime machine = new ManualTime();

    private static long retryAfter(RateLimiter limits) {
        try {
            limits.enter("key");
            return 0;
        } catch (ExceededException exceeded) {
            return exceeded.retryAfter();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    void retryAfterIsLongEnough(int perSecond) {
        RateLimiter limits = new RateLimiter(perSecond, 0, machine);
        for (int round = 0; round < 50; round++) {
            long wait = retryAfter(limits);
            if (wait > 0) {
                machine.passes(Duration.ofSeconds(wait));
                assertThat(retryAfter(limits)).isZero();
            }
            machine.passes(Duration.ofMillis(37));
        }
    }

    @Test
    void theRateIsExact() {
        RateLimiter limits = new RateLimiter(3, 0, machine);
        for (int i = 0; i < 3; i++) {
            assertThat(retryAfter(limits)).isZero();
        }
        assertThat(retryAfter(limits)).isEqualTo(1);
        limits.enter("other");
    }

    @Test
    void concurrencyIsLimitedUntilAPermitIsReleased() {
        RateLimiter limits = new RateLimiter(0, 2, machine);
        Permit permit = limits.enter("key");
        limits.enter("key");
        assertThat(retryAfter(limits)).isEqualTo(1);
        permit.release();
        limits.enter("key");
    }

    /** The end of a request that started before its key was forgotten must not free a place of the new counter. */
    @Test
    void concurrencyIsLimitedAfterAKeyWasForgotten() {
        RateLimiter limits = new RateLimiter(0, 1, machine);
        Permit before = limits.enter("key");
        limits.forget("key");
        limits.enter("key");
        before.release();
        assertThat(retryAfter(limits)).isEqualTo(1);
    }
}
