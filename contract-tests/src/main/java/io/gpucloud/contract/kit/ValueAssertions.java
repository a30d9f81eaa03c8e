package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Objects;

/** Says what is expected of values that were worked out from answers; {@link ServiceResponse} says it of answers themselves. */
public final class ValueAssertions {

    private ValueAssertions() {}

    /**
     * Expects two values to be the same.
     *
     * @param what what they are
     * @param expected what it should be
     * @param got what it is
     * @param source where it is said
     */
    public static void equal(String what, Object expected, Object got, Source source) {
        that(Objects.equals(expected, got), what, String.valueOf(expected), String.valueOf(got), source);
    }

    /**
     * Expects something to hold.
     *
     * @param holds whether it does
     * @param what the checked value, in words
     * @param expected what was expected, in words
     * @param got what was there
     * @param source where it is said
     * @throws Difference if it does not hold
     */
    public static void that(boolean holds, String what, String expected, Object got, Source source) {
        if (!holds) {
            throw new Difference(List.of(new Mismatch(what, expected, String.valueOf(got), source.cite())));
        }
    }
}
