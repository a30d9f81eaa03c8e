package io.gpucloud.client.internal;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Durations in the words of messages, such as "1 hour 30 minutes" or "0.5 seconds". */
public final class DurationText {

    private DurationText() {}

    /** {@return a duration in words, to the millisecond} */
    public static String of(Duration duration) {
        if (duration.isNegative()) {
            return "-" + of(duration.negated());
        }
        String parts = Stream.of(
                        part(duration.toDays(), "day"),
                        part(duration.toHoursPart(), "hour"),
                        part(duration.toMinutesPart(), "minute"),
                        seconds(duration.toSecondsPart(), duration.toMillisPart()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return parts.isEmpty() ? "0 seconds" : parts;
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + " " + unit + (count == 1 ? "" : "s");
    }

    private static String seconds(int seconds, int millis) {
        if (millis == 0) {
            return part(seconds, "second");
        }
        String fraction = String.format(Locale.ROOT, "%03d", millis).replaceFirst("0+$", "");
        return seconds + "." + fraction + " seconds";
    }
}
