package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenThrottleTest {

    private static final String ADDRESS = "203.0.113.9";

    private final AtomicLong nanos = new AtomicLong();
    private final TokenThrottle throttle = new TokenThrottle(new TimeMeter() {
        @Override
        public long currentTimeNanos() {
            return nanos.get();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    });

    private void useUp(String address) {
        for (int i = 0; i < TokenThrottle.GUESSES; i++) {
            assertThat(throttle.secondsToWait(address)).isZero();
        }
        assertThat(throttle.secondsToWait(address)).isPositive();
    }

    @Test
    void givesOneMoreGuessASecond() {
        useUp(ADDRESS);
        nanos.addAndGet(Duration.ofSeconds(throttle.secondsToWait(ADDRESS)).toNanos());
        assertThat(throttle.secondsToWait(ADDRESS)).isZero();
        assertThat(throttle.secondsToWait(ADDRESS)).isEqualTo(1);
    }

    @Test
    void limitsEachAddressByItself() {
        useUp(ADDRESS);
        assertThat(throttle.secondsToWait("203.0.113.10")).isZero();
    }

    @Test
    void doesNotLockOutAnAddressThatHasSentTheRightToken() {
        throttle.trust(ADDRESS);
        for (int i = 0; i < 2 * TokenThrottle.GUESSES; i++) {
            assertThat(throttle.secondsToWait(ADDRESS)).isZero();
        }
    }

    @Test
    void forgetsTheAddressThatWasSeenLongestAgo() {
        useUp(ADDRESS);
        for (int i = 0; i < TokenThrottle.ADDRESSES; i++) {
            throttle.secondsToWait("10.0." + i / 256 + "." + i % 256);
        }
        assertThat(throttle.secondsToWait(ADDRESS)).isZero();
    }
}
