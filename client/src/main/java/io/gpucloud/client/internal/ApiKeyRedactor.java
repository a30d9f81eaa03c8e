package io.gpucloud.client.internal;

import io.gpucloud.client.ApiKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Removes the API key from texts of the service, which may repeat it. */
final class ApiKeyRedactor {

    private static final String MASK = "[API key]";

    private ApiKeyRedactor() {}

    /** A text without the key. JSON may write each of its characters in two more ways. */
    static String mask(@Nullable ApiKey key, String text) {
        if (key == null) {
            return text;
        }
        // Both of these ways take a backslash. Looking for them costs more than all the rest, and headers are masked
        // often.
        return text.indexOf('\\') < 0
                ? text.replace(key.value(), MASK)
                : asRepeated(key.value()).matcher(text).replaceAll(MASK);
    }

    /** Returns the failure, or null if its printed form, including causes, contains the key. */
    static @Nullable Throwable unlessWithKey(@Nullable ApiKey key, @Nullable Throwable failure) {
        if (failure == null) {
            return null;
        }
        StringWriter printed = new StringWriter();
        failure.printStackTrace(new PrintWriter(printed));
        String trace = printed.toString();
        return mask(key, trace).equals(trace) ? failure : null;
    }

    private static Pattern asRepeated(String key) {
        return Pattern.compile(key.chars()
                .mapToObj(c -> String.format("(?:\\\\?\\x%1$02x|\\\\u(?i:%1$04x))", c))
                .collect(Collectors.joining()));
    }
}
