package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.json.InvalidJsonException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks single values of a seed or a body. Each method rejects an invalid value with its member and the reason. */
final class SeedValues {

    private static final long LONGEST_PAST = Duration.ofDays(36_500).toSeconds();

    private SeedValues() {}

    /** The offset of a past event from the opening of the account, in seconds: negative or 0. */
    static long past(String offset, String member) {
        long seconds;
        try {
            seconds = Duration.parse(offset).toSeconds();
        } catch (DateTimeParseException unreadable) {
            throw new InvalidJsonException(member, "must be a duration such as -P1DT12H");
        }
        if (seconds > 0 || seconds < -LONGEST_PAST) {
            throw new InvalidJsonException(member, "must be between -P36500D and PT0S");
        }
        return seconds;
    }

    static long cents(BigDecimal amount, String member) {
        try {
            return Money.cents(amount);
        } catch (IllegalArgumentException unfit) {
            throw new InvalidJsonException(member, String.valueOf(unfit.getMessage()));
        }
    }

    static <T> T coded(T[] values, ToIntFunction<T> code, int wanted, String member) {
        int[] codes = Arrays.stream(values).mapToInt(code).toArray();
        return Arrays.stream(values)
                .filter(value -> code.applyAsInt(value) == wanted)
                .findAny()
                .orElseThrow(() -> new InvalidJsonException(member, "must be one of " + Arrays.toString(codes)));
    }

    /** Entries of a list with unique names. */
    static <T> List<T> unique(@Nullable List<T> entries, Function<T, String> name, String list, String member) {
        List<T> present = requireNonNullElse(entries, List.of());
        Set<String> names = new HashSet<>();
        for (int i = 0; i < present.size(); i++) {
            if (!names.add(name.apply(present.get(i)))) {
                throw new InvalidJsonException(list + "[" + i + "]." + member, "occurs twice");
            }
        }
        return present;
    }

    /** A value that names invalid members relative to its own place. */
    static <T> T within(String place, Supplier<T> value) {
        try {
            return value.get();
        } catch (InvalidJsonException unfit) {
            String member = unfit.member().isEmpty() ? place : place + "." + unfit.member();
            throw new InvalidJsonException(member, unfit.reason());
        }
    }

    static <T, R> List<R> each(@Nullable List<T> entries, String list, Function<T, R> convert) {
        List<T> present = requireNonNullElse(entries, List.of());
        return IntStream.range(0, present.size())
                .mapToObj(i -> within(list + "[" + i + "]", () -> convert.apply(present.get(i))))
                .toList();
    }
}
