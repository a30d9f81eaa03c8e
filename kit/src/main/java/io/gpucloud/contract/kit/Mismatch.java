package io.gpucloud.contract.kit;

/**
 * A deviation from the expected behavior.
 *
 * @param what the checked value, in words
 * @param expected what was expected
 * @param got the actual value
 * @param source where the contract says so: file and JSON pointer, or page and name of an assumption
 */
public record Mismatch(String what, String expected, String got, String source) {

    private static final int LONGEST = 400;

    /** Creates a deviation without characters that a terminal would interpret. */
    public Mismatch {
        what = PrintableText.onOneLine(what);
        expected = PrintableText.onOneLine(expected);
        got = PrintableText.onOneLine(got);
    }

    /** With a long value shortened. Only masked texts may be shortened, because the end could be in the middle of a secret. */
    Mismatch shortened() {
        String start = got.length() > LONGEST ? got.substring(0, LONGEST) + "…" : got;
        return new Mismatch(what, expected, start, source);
    }

    @Override
    public String toString() {
        return "%s: expected %s, got %s (%s)".formatted(what, expected, got, source);
    }
}
