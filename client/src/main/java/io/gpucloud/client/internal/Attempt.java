package io.gpucloud.client.internal;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.CallFailure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One sending of a call.
 *
 * @param operation what is called
 * @param number number of the attempt, from 1
 * @param inDoubt whether an earlier attempt may have taken effect
 * @param key the key that is sent along, or null if none is
 */
record Attempt(
        ApiOperation operation,
        int number,
        boolean inDoubt,
        @Nullable ApiKey key) {

    private static final String MASK = "[API key]";

    /** The facts of its failure; whether it may have taken effect is told by an earlier attempt or by this one. */
    CallFailure failed(boolean mayHaveTakenEffect) {
        boolean doubtful = inDoubt || (mayHaveTakenEffect && !Operations.onlyReads(operation));
        return CallFailure.of(operation).withAttempts(number).withMayHaveTakenEffect(doubtful);
    }

    /** Takes the key out of a text, should a service repeat it; JSON may write any of its characters in two more ways. */
    String withoutKey(String text) {
        if (key == null) {
            return text;
        }
        // Both of them take a backslash. To look for them costs more than all the rest, and headers are looked at
        // often.
        return text.indexOf('\\') < 0
                ? text.replace(key.value(), MASK)
                : asRepeated(key.value()).matcher(text).replaceAll(MASK);
    }

    /** A failure as it is, or null if the key stands anywhere in what it would print: in it, or in what is behind it. */
    <T extends Throwable> @Nullable T unlessWithKey(@Nullable T failure) {
        if (failure == null) {
            return null;
        }
        StringWriter printed = new StringWriter();
        failure.printStackTrace(new PrintWriter(printed));
        String trace = printed.toString();
        return withoutKey(trace).equals(trace) ? failure : null;
    }

    private static Pattern asRepeated(String key) {
        return Pattern.compile(key.chars()
                .mapToObj(c -> String.format("(?:\\\\?\\x%1$02x|\\\\u(?i:%1$04x))", c))
                .collect(Collectors.joining()));
    }
}
