package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WrongTokensTest {

    private static final String ADDRESS = "203.0.113.9";

    private final ManualTime machine = new ManualTime();
    private final WrongTokens wrong = new WrongTokens(machine);

    private void guessTenTimes(String address) {
        for (int guess = 0; guess < 10; guess++) {
            assertThat(wrong.secondsToWait(address, false)).isZero();
        }
    }

    @Test
    void allowsTenGuessesThenOneEverySixSeconds() {
        guessTenTimes(ADDRESS);
        assertThat(wrong.secondsToWait(ADDRESS, false)).isEqualTo(6);
        machine.passes(Duration.ofSeconds(5));
        assertThat(wrong.secondsToWait(ADDRESS, false)).isEqualTo(1);
        machine.passes(Duration.ofSeconds(1));
        assertThat(wrong.secondsToWait(ADDRESS, false)).isZero();
        assertThat(wrong.secondsToWait(ADDRESS, false)).isEqualTo(6);
    }

    @Test
    void delaysTheRightTokenAsLongAsAGuess() {
        guessTenTimes(ADDRESS);
        assertThat(wrong.secondsToWait(ADDRESS, true)).isEqualTo(6);
        machine.passes(Duration.ofSeconds(6));
        assertThat(wrong.secondsToWait(ADDRESS, true)).isZero();
    }

    @Test
    void countsNoRightToken() {
        for (int call = 0; call < 100; call++) {
            assertThat(wrong.secondsToWait(ADDRESS, true)).isZero();
        }
        guessTenTimes(ADDRESS);
    }

    @Test
    void limitsEachAddressForItself() {
        guessTenTimes(ADDRESS);
        guessTenTimes("203.0.113.10");
        assertThat(wrong.secondsToWait("203.0.113.11", true)).isZero();
    }

    /** The address that has guessed least recently. */
    @Test
    void forgetsAnAddressAfterAThousandOthers() {
        guessTenTimes(ADDRESS);
        for (int other = 0; other < 1_000; other++) {
            wrong.secondsToWait("other-" + other, false);
        }
        assertThat(wrong.secondsToWait(ADDRESS, false)).isZero();
    }
}
