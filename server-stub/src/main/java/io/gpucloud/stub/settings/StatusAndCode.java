package io.gpucloud.stub.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTTP status and result code of an error response. In settings it is written as {@code 200/1}.
 *
 * @param status the HTTP status, from 200 to 599
 * @param code the result code
 */
public record StatusAndCode(int status, int code) {

    private static final Pattern TEXT = Pattern.compile("([2-5][0-9]{2})/(-?[0-9]{1,9})");

    /**
     * Reads the form of settings.
     *
     * @param text HTTP status and result code, such as {@code 200/1}
     * @return both
     * @throws IllegalArgumentException if the text has another form
     */
    public static StatusAndCode valueOf(String text) {
        Matcher numbers = TEXT.matcher(text.strip());
        if (!numbers.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not an HTTP status and a result code, such as 200/1 or 200/-1");
        }
        return new StatusAndCode(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
    }

    /**
     * Returns whether the error has the alternative form, whose {@code code} equals the HTTP status.
     *
     * @return whether it has the members {@code message} and {@code data}
     */
    public boolean hasAlternativeForm() {
        return code == status;
    }

    @Override
    public String toString() {
        return status + "/" + code;
    }
}
