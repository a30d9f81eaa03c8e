package io.gpucloud.contract.kit;

import java.util.List;

/**
 * A text to try as a parameter of a query.
 *
 * @param name what is special about it
 * @param text the text
 * @param valid whether the schema allows it
 */
record QueryText(String name, String text, boolean valid) {

    private static final int OVERSIZED = 2_000;

    /** Numbers are at most 9 digits long (A24). */
    static List<QueryText> of(SpecPlace schema) {
        if (schema.text("type").equals("integer") && schema.keyword("minimum").isEmpty()) {
            return List.of(good("a number", "7"), bad("a word", "one"), bad("an empty text", ""), bad("a fraction", "1.5"));
        }
        if (schema.text("type").equals("integer") || schema.keyword("pattern").isPresent()) {
            return List.of(
                    good("the least number", "1"),
                    bad("a number too small by 1", "0"),
                    bad("a number below 0", "-1"),
                    bad("a word", "one"),
                    bad("an empty text", ""),
                    bad("a fraction", "1.5"),
                    bad("a number with a zero in front", "01"),
                    good("a number of 9 digits", "999999999"),
                    bad("a number of 10 digits", "1000000000"));
        }
        return List.of(
                good("an empty text", ""),
                good("a blank text", " "),
                good("an oversized text", "x".repeat(OVERSIZED)),
                good("a text of any characters", "%&=\"'<\uD83D\uDE80"));
    }

    private static QueryText good(String name, String text) {
        return new QueryText(name, text, true);
    }

    private static QueryText bad(String name, String text) {
        return new QueryText(name, text, false);
    }
}
