package io.gpucloud.cli.command;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as {@code 0.5s}, {@code 1h30m} and {@code 7d}. */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        int days = upper.indexOf('D') + 1;
        try {
            String time = upper.substring(days);
            Duration duration = Duration.parse("P" + upper.substring(0, days) + (time.isEmpty() ? "" : "T" + time));
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeParseException | ArithmeticException unreadable) {
            // As for a negative one.
        }
        throw new TypeConversionException("'" + text + "' is no duration such as 0.5s, 1h30m or 7d");
    }
}
