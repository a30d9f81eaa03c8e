package io.gpucloud.client.internal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * Checks of settings and arguments. They run before anything is sent. They throw {@link NullPointerException} with the
 * name of the argument if it is null, and {@link IllegalArgumentException} if it has another invalid value.
 */
public final class Preconditions {

    /** The contract: a shutdown must be at least 5 minutes ahead. */
    public static final Duration SHUTDOWN_LEAD_TIME = Duration.ofMinutes(5);

    /**
     * Values of {@code shutdown_time} below this are not epoch seconds: the service may read or send minutes;
     * assumption {@code timer-unit}.
     */
    public static final long FIRST_TIMESTAMP = 10_000_000;

    /** The longest title that the service accepts, in Unicode code points; assumption {@code title-length}. */
    public static final int MAX_TITLE = 50;

    private static final Set<Integer> GPU_COUNTS = Set.of(1, 2, 4, 8);
    private static final Duration LONGEST = Duration.ofDays(366);

    private Preconditions() {}

    /** Requires a condition. */
    public static void require(boolean condition, String rule) {
        if (!condition) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** Requires a positive duration of at most a year. */
    public static Duration positive(Duration value, String name) {
        Objects.requireNonNull(value, name);
        between(Duration.ofNanos(1), value, name + " must be positive and not longer than a year");
        return value;
    }

    /** Requires a duration of zero to a year. */
    public static Duration notNegative(Duration value, String name) {
        Objects.requireNonNull(value, name);
        between(Duration.ZERO, value, name + " must not be negative and not longer than a year");
        return value;
    }

    /** Requires a duration of a least time to a year. */
    public static Duration atLeast(Duration least, Duration value, String name) {
        positive(value, name);
        require(value.compareTo(least) >= 0, name + " must be " + DurationText.of(least) + " or more, not " + value);
        return value;
    }

    /** Requires a lifetime that a shutdown timer can have. */
    public static void lifetime(Duration value) {
        Objects.requireNonNull(value, "maxLifetime");
        between(
                SHUTDOWN_LEAD_TIME,
                value,
                "maxLifetime must be between 5 minutes and a year, not " + DurationText.of(value));
    }

    private static void between(Duration least, Duration value, String rule) {
        require(value.compareTo(least) >= 0 && value.compareTo(LONGEST) <= 0, rule);
    }

    /** Requires a positive amount of money. */
    public static BigDecimal amount(BigDecimal value, String name) {
        Objects.requireNonNull(value, name);
        require(value.signum() > 0, name + " must be positive, not " + value.toPlainString());
        return value;
    }

    /** Requires an identifier that is not blank. */
    public static String identifier(String value, String name) {
        require(!Objects.requireNonNull(value, name).isBlank(), name + " must not be blank");
        return value;
    }

    static String instance(String instanceUuid) {
        return identifier(instanceUuid, "instanceUuid");
    }

    /** Requires a number of GPUs that the service offers (contract, {@code GpuCount}). */
    public static void gpuCount(int value) {
        require(GPU_COUNTS.contains(value), "the number of GPUs must be 1, 2, 4 or 8, not " + value);
    }

    /** Limits a title to {@link #MAX_TITLE}. */
    static String title(String value) {
        Objects.requireNonNull(value, "title");
        int length = value.codePointCount(0, value.length());
        require(length <= MAX_TITLE, "a title has at most " + MAX_TITLE + " characters, not " + length);
        return value;
    }
}
