package io.gpucloud.client.internal;

import io.gpucloud.client.internal.Answer.Headers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After}: seconds, or a moment. */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("\\d+");
    private static final int MAX_DIGITS = 9;
    private static final Duration LONGEST = Duration.ofSeconds(999_999_999);

    private RetryAfter() {}

    /** The pause that is asked for, never negative; null if there is none, or none that can be read. */
    static @Nullable Duration read(Headers headers, InstantSource clock) {
        String value = headers.first("Retry-After");
        if (value == null) {
            return null;
        }
        String text = value.strip();
        if (SECONDS.matcher(text).matches()) {
            return text.length() > MAX_DIGITS ? LONGEST : Duration.ofSeconds(Long.parseLong(text));
        }
        Instant moment = moment(value);
        if (moment == null) {
            return null;
        }
        // By the clock of the service if it tells it, since ours may be wrong.
        Instant sent = moment(headers.first("Date"));
        Duration pause = Duration.between(sent == null ? clock.instant() : sent, moment);
        return pause.isNegative() ? Duration.ZERO : pause;
    }

    private static @Nullable Instant moment(@Nullable String value) {
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
