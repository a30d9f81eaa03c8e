package io.gpucloud.contract.coverage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The responses and members that no test needs to cover. {@code coverage-exceptions.txt} lists them in lines of the form
 * {@code PATTERN: REASON}. In a pattern, {@code *} matches any text.
 */
record CoverageExceptions(Map<String, String> reasons) {

    static CoverageExceptions read() {
        try (InputStream file = CoverageExceptions.class.getResourceAsStream("/coverage-exceptions.txt")) {
            Map<String, String> reasons = new LinkedHashMap<>();
            new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        String[] parts = line.split(": ", 2);
                        if (parts.length < 2) {
                            throw new IllegalStateException("an exception needs a reason: " + line);
                        }
                        reasons.put(parts[0], parts[1]);
                    });
            return new CoverageExceptions(reasons);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    List<String> patterns() {
        return List.copyOf(reasons.keySet());
    }

    boolean excuse(String what) {
        return reasons.keySet().stream().anyMatch(pattern -> fits(pattern, what));
    }

    static boolean fits(String pattern, String what) {
        return what.matches(Pattern.quote(pattern).replace("*", "\\E.*\\Q"));
    }
}
