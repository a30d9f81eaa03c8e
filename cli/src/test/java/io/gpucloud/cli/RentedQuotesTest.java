package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RentedQuotesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RentalQuote.Rented RENTED = new RentalQuote.Rented(
            new RentalQuote(
                    "quote-1", "pod", null, null, "gpu", 1, Duration.ofHours(1), BigDecimal.ONE, BigDecimal.ONE, NOW),
            null,
            false,
            null);

    @TempDir
    Path folder;

    /** A killed server may leave it behind. It is longer than what is written next. */
    @Test
    void aFileThatWasNotMovedLeavesNoRest() throws Exception {
        RentedQuotes quotes = new RentedQuotes(folder, NOW);
        Files.writeString(folder.resolve("quote-1.json.new"), "x".repeat(10_000));

        quotes.add(RENTED);

        assertThat(quotes.find("quote-1")).contains(RENTED);
    }

    @Test
    void onlyARentalThatFailedLeavesAnInstanceToDestroy() {
        assertThat(RENTED.isFailed()).isFalse();
        assertThat(RENTED.result(result("failed")).isFailed()).isTrue();
        assertThat(RENTED.result(result("outcome_unknown")).isFailed()).isFalse();
        assertThat(RENTED.result(result("failed")).continuedAt(NOW).isFailed()).isFalse();
    }

    private static RentalQuote.Result result(String state) {
        return new RentalQuote.Result(state, "", null, List.of("instance-1"), List.of());
    }
}
