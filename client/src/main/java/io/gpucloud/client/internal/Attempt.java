package io.gpucloud.client.internal;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.CallFailure;
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

    /** The facts of its failure; whether it may have taken effect is told by an earlier attempt or by this one. */
    CallFailure failed(boolean mayHaveTakenEffect) {
        boolean doubtful = inDoubt || (mayHaveTakenEffect && !Operations.onlyReads(operation));
        return CallFailure.of(operation).withAttempts(number).withMayHaveTakenEffect(doubtful);
    }

    /** Takes the key out of a text, should a service repeat it; JSON may write any of its characters in two more ways. */
    String withoutKey(String text) {
        return key == null ? text : asRepeated(key.value()).matcher(text).replaceAll("[API key]");
    }

    private static Pattern asRepeated(String key) {
        return Pattern.compile(key.chars()
                .mapToObj(c -> String.format("(?:\\\\?\\x%1$02x|\\\\u(?i:%1$04x))", c))
                .collect(Collectors.joining()));
    }
}
