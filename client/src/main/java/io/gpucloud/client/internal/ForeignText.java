package io.gpucloud.client.internal;

import java.util.regex.Pattern;

/** Text of the service in messages and logs. */
public final class ForeignText {

    /**
     * Controls such as ESC and NEL, marks that change the direction of text, and the separators of lines and
     * paragraphs.
     */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

    private ForeignText() {}

    /** The text on one line, without characters that a terminal or a log viewer interprets. */
    public static String onOneLine(String text) {
        return UNSAFE.matcher(text).replaceAll(" ").strip();
    }
}
