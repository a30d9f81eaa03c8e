package io.gpucloud.client.internal;

import java.time.Duration;
import java.util.Set;

/** What settings and arguments are held to, before anything is sent. */
public final class Preconditions {

    private static final Set<Integer> GPU_COUNTS = Set.of(1, 2, 4, 8);
    private static final int MAX_TITLE = 50;
    private static final Duration LONGEST = Duration.ofDays(366);

    private Preconditions() {}

    /**
     * Holds a value to a rule.
     *
     * @param held whether the rule is held
     * @param rule the rule, in words
     * @throws IllegalArgumentException if it is not held
     */
    public static void require(boolean held, String rule) {
        if (!held) {
            throw new IllegalArgumentException(rule);
        }
    }

    /**
     * Holds a duration to be longer than nothing, and short enough to be reckoned with.
     *
     * @param value the duration
     * @param name what it is
     * @throws IllegalArgumentException if it is zero, negative or longer than a year
     */
    public static void positive(Duration value, String name) {
        require(
                !value.isNegative() && !value.isZero() && value.compareTo(LONGEST) <= 0,
                name + " must be positive and not longer than a year");
    }

    /**
     * Holds an identifier to name something.
     *
     * @param value the identifier
     * @param name what it names
     * @return the identifier
     * @throws IllegalArgumentException if it is blank
     */
    public static String identifier(String value, String name) {
        require(!value.isBlank(), name + " must not be blank");
        return value;
    }

    /**
     * Holds a number of GPUs to those that the service offers (contract, GpuCount).
     *
     * @param value the number
     * @throws IllegalArgumentException if it is another
     */
    public static void gpuCount(int value) {
        require(GPU_COUNTS.contains(value), "the number of GPUs must be 1, 2, 4 or 8, not " + value);
    }

    /** Limits a title to 50 code points; that the service counts code points is the assumption {@code title-length}. */
    static String title(String value) {
        int length = value.codePointCount(0, value.length());
        require(length <= MAX_TITLE, "a title has at most " + MAX_TITLE + " characters, not " + length);
        return value;
    }
}
