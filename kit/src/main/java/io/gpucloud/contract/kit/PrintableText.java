package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;

import java.util.regex.Pattern;

/** Text of a service in a form that is safe in a terminal, in Markdown and in XML. */
final class PrintableText {

    /**
     * Characters that a terminal would interpret, or that change how the text around them looks: control characters
     * except the line feed, characters without a shape of their own such as those that change the direction of writing,
     * and code units and code points that are no characters.
     */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Cn}\\p{Zl}\\p{Zp}&&[^\\n]]");

    private PrintableText() {}

    /** Writes characters that are not printable as an escape sequence of JSON. */
    static String of(String text) {
        return UNPRINTABLE.matcher(text).replaceAll(character -> escaped(character.group()));
    }

    private static String escaped(String character) {
        return character.chars().mapToObj("\\\\u%04x"::formatted).collect(joining());
    }

    /** The same on one line. */
    static String onOneLine(String text) {
        return of(text.replace("\r\n", " ").replace('\n', ' '));
    }
}
