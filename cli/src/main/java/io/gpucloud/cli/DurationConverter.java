package io.gpucloud.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as {@code 0.5s}, {@code 1h30m} and {@code 7d}. */
final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        int days = upper.indexOf('D') + 1;
        try {
            String time = upper.substring(days);
            return Duration.parse("P" + upper.substring(0, days) + (time.isEmpty() ? "" : "T" + time));
        } catch (DateTimeParseException | ArithmeticException unreadable) {
            throw new TypeConversionException("'" + text + "' is no duration such as 0.5s, 1h30m or 7d");
        }
    }
}
