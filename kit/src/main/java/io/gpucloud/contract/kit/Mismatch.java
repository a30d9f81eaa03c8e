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

    /** Creates a deviation without characters that a terminal would interpret. */
    public Mismatch {
        what = PrintableText.onOneLine(what);
        expected = PrintableText.onOneLine(expected);
        got = PrintableText.onOneLine(got);
    }

    @Override
    public String toString() {
        return "%s: expected %s, got %s (%s)".formatted(what, expected, got, source);
    }
}
