package io.gpucloud.client.internal;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After}: seconds, or a date. */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("\\d+");
    private static final int MAX_DIGITS = 9;
    private static final Duration LONGEST = Duration.ofSeconds(999_999_999);

    private RetryAfter() {}

    /** The pause that the service requests, never negative; null if there is none, or it cannot be read. */
    static @Nullable Duration read(RawResponse response, InstantSource clock) {
        String value = response.header("Retry-After");
        if (value == null) {
            return null;
        }
        String text = value.strip();
        if (SECONDS.matcher(text).matches()) {
            return text.length() > MAX_DIGITS ? LONGEST : Duration.ofSeconds(Long.parseLong(text));
        }
        Instant end = date(value);
        if (end == null) {
            return null;
        }
        // By the clock of the service if it sends its time, since this machine's clock may be wrong.
        Instant sent = date(response.header("Date"));
        Duration pause = Duration.between(sent == null ? clock.instant() : sent, end);
        return pause.isNegative() ? Duration.ZERO : pause;
    }

    /** Reads a date of HTTP; null if there is none, or it cannot be read. */
    static @Nullable Instant date(@Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME.parse(value.strip(), Instant::from);
        } catch (DateTimeException unreadable) {
            return null;
        }
    }
}
