package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** Says what is expected of values that were worked out from answers; {@link Answer} says it of answers themselves. */
public final class Expect {

    private static final Pattern ASSUMPTION = Pattern.compile("A[0-9]+");

    private Expect() {}

    /**
     * Expects two values to be the same.
     *
     * @param what what they are
     * @param expected what it should be
     * @param got what it is
     * @param source where it is said: an assumption's number, or a place of the contract
     */
    public static void equal(String what, Object expected, Object got, String source) {
        that(Objects.equals(expected, got), what, String.valueOf(expected), String.valueOf(got), source);
    }

    /**
     * Expects something to hold.
     *
     * @param holds whether it does
     * @param what what was looked at
     * @param expected what was expected, in words
     * @param got what was there
     * @param source where it is said: an assumption's number, or a place of the contract
     * @throws Difference if it does not hold
     */
    public static void that(boolean holds, String what, String expected, Object got, String source) {
        if (!holds) {
            throw new Difference(List.of(new Mismatch(what, expected, String.valueOf(got), full(source))));
        }
    }

    private static String full(String source) {
        return ASSUMPTION.matcher(source).matches() ? "docs/DECISIONS.md, " + source : source;
    }
}
