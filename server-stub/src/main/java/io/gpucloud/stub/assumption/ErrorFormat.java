package io.gpucloud.stub.assumption;

import io.gpucloud.stub.account.ErrorCase;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of the errors of the public API.
 *
 * @param codes HTTP status and result code of every case
 * @param messages texts that replace the usual ones
 * @param invalidTitleStatus HTTP status if the body of {@code updateInstanceTitle} is invalid
 * @param challenge whether HTTP 401 has {@code WWW-Authenticate}
 * @param retryAfter whether HTTP 429 has {@code Retry-After}
 */
public record ErrorFormat(
        Map<ErrorCase, StatusAndCode> codes,
        Map<ErrorCase, String> messages,
        int invalidTitleStatus,
        boolean challenge,
        boolean retryAfter) {

    /**
     * Creates the settings. Copies the maps.
     *
     * @param codes one of every case
     * @param messages none for a case that keeps its usual text
     * @param invalidTitleStatus as above
     * @param challenge as above
     * @param retryAfter as above
     */
    public ErrorFormat {
        codes = new EnumMap<>(codes);
        messages = messages.isEmpty() ? Map.of() : new EnumMap<>(messages);
        for (ErrorCase situation : ErrorCase.values()) {
            if (!codes.containsKey(situation)) {
                throw new IllegalArgumentException("no code for " + situation);
            }
        }
    }

    /**
     * Returns the status and code of an error.
     *
     * @param situation the error
     * @return its HTTP status and result code
     */
    public StatusAndCode code(ErrorCase situation) {
        return Objects.requireNonNull(codes.get(situation));
    }

    /**
     * Returns the text of an error.
     *
     * @param situation the error
     * @param usual the text if none is set
     * @return the text
     */
    public @Nullable String message(ErrorCase situation, @Nullable String usual) {
        String set = messages.get(situation);
        return set == null ? usual : set;
    }
}
