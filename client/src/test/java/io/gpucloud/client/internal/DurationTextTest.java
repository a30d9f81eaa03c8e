package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "PT2M, 2 minutes",
        "PT1H30M, 1 hour 30 minutes",
        "P2DT1S, 2 days 1 second",
        "PT4M59S, 4 minutes 59 seconds",
        "PT0.05S, 0.05 seconds",
        "PT1.25S, 1.25 seconds",
        "PT0S, 0 seconds",
        "PT-5M, -5 minutes"
    })
    void writesADurationInWords(Duration duration, String words) {
        assertThat(DurationText.of(duration)).isEqualTo(words);
    }
}
