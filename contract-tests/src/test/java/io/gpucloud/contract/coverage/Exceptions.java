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
 * What need not be seen, and why: lines of {@code what: reason} in {@code coverage-exceptions.txt}, where {@code *} stands for
 * anything.
 *
 * @param reasons reasons by what they are for
 */
record Exceptions(Map<String, String> reasons) {

    static Exceptions read() {
        try (InputStream file = Exceptions.class.getResourceAsStream("/coverage-exceptions.txt")) {
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
            return new Exceptions(reasons);
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
