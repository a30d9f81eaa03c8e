package io.gpucloud.client.internal;

import io.gpucloud.client.ApiKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Removes an API key from texts of the service, which may repeat it: as a whole, in part, in upper case, or encoded.
 * The contract kit has the same rule for its reports, and does not depend on the client.
 */
final class ApiKeyRedactor {

    private static final String MASK = "[API key]";
    /** Long enough that no other text contains such a part, short enough for a key without its ends. */
    private static final int PART = 10;

    /** Most programs have one key. Its parts cost more than a search for them, and headers are masked often. */
    private static volatile @Nullable ApiKeyRedactor last;

    private final ApiKey key;
    private final Pattern whole;
    /** In lower case. None of a short key, because a part of that may be a word. */
    private final Set<String> parts = new HashSet<>();

    private ApiKeyRedactor(ApiKey key) {
        this.key = key;
        this.whole = asRepeated(key.value());
        byte[] bytes = key.value().getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= PART + 2) {
            addParts(key.value());
            addParts(URLEncoder.encode(key.value(), StandardCharsets.UTF_8));
            addParts(HexFormat.of().formatHex(bytes));
            // The text before the key decides which of its bytes share a character.
            for (int start = 0; start < 3; start++) {
                byte[] end = Arrays.copyOfRange(bytes, start, bytes.length);
                addParts(Base64.getEncoder().withoutPadding().encodeToString(end));
                addParts(Base64.getUrlEncoder().withoutPadding().encodeToString(end));
            }
        }
    }

    /** A text without the key. */
    static String mask(@Nullable ApiKey key, String text) {
        if (key == null) {
            return text;
        }
        ApiKeyRedactor redactor = last;
        if (redactor == null || !redactor.key.equals(key)) {
            redactor = new ApiKeyRedactor(key);
            last = redactor;
        }
        return redactor.maskParts(redactor.whole.matcher(text).replaceAll(MASK));
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

    /** JSON may write each character in two more ways. */
    private static Pattern asRepeated(String key) {
        return Pattern.compile(
                key.chars()
                        .mapToObj(c -> String.format("(?:\\\\?\\x%1$02x|\\\\u%1$04x)", c))
                        .collect(Collectors.joining()),
                Pattern.CASE_INSENSITIVE);
    }

    private void addParts(String form) {
        String lower = form.toLowerCase(Locale.ROOT);
        for (int start = 0; start + PART <= lower.length(); start++) {
            parts.add(lower.substring(start, start + PART));
        }
    }

    /** Replaces parts. Those that overlap or touch have one mask; {@code after} is where the last one ends. */
    private String maskParts(String text) {
        StringBuilder shown = new StringBuilder();
        int after = 0;
        for (int start = 0; start + PART <= text.length(); start++) {
            if (parts.contains(text.substring(start, start + PART).toLowerCase(Locale.ROOT))) {
                if (start > after || after == 0) {
                    shown.append(text, after, start).append(MASK);
                }
                after = start + PART;
            }
        }
        return shown.append(text, after, text.length()).toString();
    }
}
