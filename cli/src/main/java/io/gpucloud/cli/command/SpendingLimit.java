package io.gpucloud.cli.command;

import java.math.BigDecimal;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An amount for a time, such as {@code 10/24h}. */
public record SpendingLimit(BigDecimal amount, Duration window) {

    /** Reads a limit. */
    public static final class Converter implements ITypeConverter<SpendingLimit> {

        @Override
        public SpendingLimit convert(String text) {
            int slash = text.indexOf('/');
            try {
                BigDecimal amount =
                        new BigDecimal(text.substring(0, Math.max(0, slash)).strip());
                String window = text.substring(slash + 1).strip();
                SpendingLimit limit = new SpendingLimit(amount, new DurationConverter().convert(window));
                if (!limit.window().isZero()) {
                    return limit;
                }
            } catch (NumberFormatException unreadable) {
                // As for no time.
            }
            throw new TypeConversionException("'" + text + "' is no amount for a time, such as 10/24h");
        }
    }
}
