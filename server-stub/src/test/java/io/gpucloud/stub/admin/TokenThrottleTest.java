package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.admin.TokenThrottle.NoGuessLeftException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private boolean guess(String address) throws NoGuessLeftException {
        return throttle.check(address, () -> false);
    }

    private boolean sendRightToken(String address) throws NoGuessLeftException {
        return throttle.check(address, () -> true);
    }

    /** Sends wrong tokens until the limit. */
    private int guessesOf(String address) {
        int guesses = 0;
        try {
            while (true) {
                assertThat(guess(address)).isFalse();
                guesses++;
            }
        } catch (NoGuessLeftException limited) {
            assertThat(limited.seconds()).isEqualTo(1);
            return guesses;
        }
    }

    @Test
    void givesOneMoreGuessASecond() {
        assertThat(guessesOf(ADDRESS)).isEqualTo(TokenThrottle.GUESSES);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(guessesOf(ADDRESS)).isEqualTo(1);
    }

    @Test
    void limitsEachAddressByItself() {
        guessesOf(ADDRESS);
        assertThat(guessesOf("203.0.113.10")).isEqualTo(TokenThrottle.GUESSES);
    }

    @Test
    void doesNotCheckATokenAtTheLimit() {
        guessesOf(ADDRESS);
        AtomicBoolean checked = new AtomicBoolean();
        assertThatThrownBy(() -> throttle.check(ADDRESS, () -> checked.getAndSet(true)))
                .isInstanceOf(NoGuessLeftException.class);
        assertThat(checked).isFalse();
    }

    @Test
    void doesNotLimitRightTokens() throws NoGuessLeftException {
        for (int i = 0; i < 2 * TokenThrottle.TRUSTED_GUESSES; i++) {
            assertThat(sendRightToken(ADDRESS)).isTrue();
        }
        assertThat(guessesOf(ADDRESS)).isEqualTo(TokenThrottle.TRUSTED_GUESSES);
    }

    @Test
    void acceptsTheRightTokenASecondAfterTheLastGuess() throws NoGuessLeftException {
        guessesOf(ADDRESS);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(sendRightToken(ADDRESS)).isTrue();
    }

    @Test
    void givesMoreGuessesAfterTheRightTokenForAWhile() throws NoGuessLeftException {
        sendRightToken(ADDRESS);
        assertThat(guessesOf(ADDRESS)).isEqualTo(TokenThrottle.TRUSTED_GUESSES);
        nanos.addAndGet(TokenThrottle.TRUST.toNanos());
        assertThat(guessesOf(ADDRESS)).isEqualTo(TokenThrottle.GUESSES);
    }

    /** Someone behind a proxy guesses all the time, while another caller behind it sends the right token. */
    @Test
    void boundsTheGuessesOfAnHourForAnAddressThatSendsTheRightToken() {
        int guesses = 0;
        for (int tenths = 0; tenths < 36_000; tenths++) {
            try {
                sendRightToken(ADDRESS);
            } catch (NoGuessLeftException limited) {
                // The next tenth of a second allows another one.
            }
            guesses += guessesOf(ADDRESS);
            nanos.addAndGet(Duration.ofMillis(100).toNanos());
        }
        assertThat(guesses).isLessThanOrEqualTo(TokenThrottle.TRUSTED_GUESSES + 36_000);
    }

    @Test
    void forgetsTheAddressThatWasSeenLongestAgo() throws NoGuessLeftException {
        guessesOf(ADDRESS);
        for (int i = 0; i < TokenThrottle.ADDRESSES; i++) {
            guess("10.0." + i / 256 + "." + i % 256);
        }
        assertThat(guessesOf(ADDRESS)).isEqualTo(TokenThrottle.GUESSES);
    }
}
