package io.gpucloud.cli.output;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as text for people. */
public final class Text {

    /** Control and format characters: they could move the cursor, or reverse the direction of the text. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\u2028\\u2029]+");

    private static final Pattern DURATION = Pattern.compile("\\bPT(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:[\\d.]+S)?\\b");

    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

    private Text() {}

    /** Text of the service or of another program, on one line and without control characters. */
    public static String printable(String text) {
        return UNPRINTABLE.matcher(text).replaceAll(" ").strip();
    }

    public static String of(@Nullable Object value) {
        if (value == null || "".equals(value)) {
            return "-";
        }
        if (value instanceof BigDecimal amount) {
            return amount.setScale(Math.max(2, amount.scale())).toPlainString();
        }
        if (value instanceof Instant moment) {
            return LOCAL.format(moment);
        }
        if (value instanceof Duration duration) {
            return duration(duration);
        }
        if (value instanceof Collection<?> all) {
            return all.isEmpty() ? "-" : all.stream().map(Text::of).collect(Collectors.joining(", "));
        }
        return printable(value.toString());
    }

    /** A text whose durations are in ISO 8601, in words. */
    static String withDurations(String text) {
        return DURATION.matcher(text).replaceAll(found -> duration(Duration.parse(found.group())));
    }

    /** A time of this day, with seconds. */
    public static String time(Instant moment) {
        return TIME.format(moment);
    }

    /** A constant as words in lower case. */
    public static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Such as {@code 2 h 5 min}: the two largest units. */
    public static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds >= 86_400) {
            return seconds / 86_400 + " d " + seconds / 3600 % 24 + " h";
        }
        if (seconds >= 3600) {
            return seconds / 3600 + " h " + seconds / 60 % 60 + " min";
        }
        return seconds >= 60 ? seconds / 60 + " min " + seconds % 60 + " s" : seconds + " s";
    }
}
