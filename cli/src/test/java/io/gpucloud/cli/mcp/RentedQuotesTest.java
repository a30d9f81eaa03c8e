package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RentedQuotesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RentalQuote.Rented RENTED = new RentalQuote.Rented(
            new RentalQuote(
                    "quote-1",
                    "training",
                    "pod",
                    null,
                    null,
                    "gpu",
                    1,
                    Duration.ofHours(1),
                    null,
                    BigDecimal.ONE,
                    BigDecimal.ONE,
                    NOW),
            null,
            false,
            null);

    @TempDir
    Path folder;

    /** A killed server may leave it behind. It is longer than the next quote. */
    @Test
    void aFileThatWasNotMovedLeavesNoRest() throws Exception {
        RentedQuotes quotes = new RentedQuotes(folder);
        Files.writeString(folder.resolve("quote-1.json.new"), "x".repeat(10_000));

        quotes.add(RENTED);

        assertThat(quotes.find("quote-1")).contains(RENTED);
    }

    @Test
    void deletesOldQuotesExceptThoseOfTheJournal() throws Exception {
        RentedQuotes quotes = new RentedQuotes(folder);
        quotes.add(RENTED);
        Files.setLastModifiedTime(folder.resolve("quote-1.json"), FileTime.from(NOW.minus(Duration.ofDays(31))));

        quotes.deleteOld(NOW, Set.of("quote-1"));
        assertThat(quotes.find("quote-1")).contains(RENTED);

        quotes.deleteOld(NOW, Set.of());
        assertThat(quotes.find("quote-1")).isEmpty();
    }

    @Test
    void aQuoteOfWhichNothingWasCreatedIsDeletedWhenItIsNoLongerValid() throws Exception {
        RentedQuotes quotes = new RentedQuotes(folder);
        quotes.add(RENTED);
        quotes.update(
                "quote-1",
                known -> known.result(new RentalQuote.Result("failed", "", BigDecimal.ZERO, List.of(), List.of())));

        quotes.deleteOld(NOW.minusSeconds(1), Set.of());
        assertThat(quotes.find("quote-1")).isPresent();

        quotes.deleteOld(NOW.plusSeconds(1), Set.of());
        assertThat(quotes.find("quote-1")).isEmpty();
    }

    @Test
    void theFolderHoldsABoundedNumberOfQuotes() throws Exception {
        RentedQuotes quotes = new RentedQuotes(folder);
        for (int i = 0; i < 1005; i++) {
            Path file = Files.writeString(folder.resolve("quote-" + i + ".json"), "{}");
            Files.setLastModifiedTime(file, FileTime.from(NOW.minusMillis(i)));
        }

        assertThat(quotes.deleteOld(NOW, Set.of())).isFalse();
        assertThat(folder).isDirectoryContaining("glob:**/quote-1004.json");

        assertThat(quotes.deleteOld(NOW.plusSeconds(601), Set.of("quote-1004"))).isTrue();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).hasSize(999).contains(folder.resolve("quote-1004.json"), folder.resolve("quote-0.json"));
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerCanReadThem() throws Exception {
        Path mine = folder.resolve("mcp");
        new RentedQuotes(mine.resolve("quotes")).add(RENTED);

        assertThat(permissions(mine)).isEqualTo("rwx------");
        assertThat(permissions(mine.resolve("quotes"))).isEqualTo("rwx------");
        assertThat(permissions(mine.resolve("quotes").resolve("quote-1.json"))).isEqualTo("rw-------");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
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
