package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.internal.ResponseClassifier.Classification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a response: a value to return, an error of the service, or a response that does not follow the contract.
 *
 * @param value what the method returns, or null if the response is a failure
 * @param problem how the response violates the contract, or null if it does not
 * @param error the members of an error
 * @param unreadable the parts of the response that could not be read
 */
record DecodedResponse(
        Classification outcome,
        @Nullable Object value,
        @Nullable String problem,
        ErrorMembers error,
        List<CallListener.Unreadable> unreadable) {

    static DecodedResponse success(Classification outcome, Object value, List<CallListener.Unreadable> unreadable) {
        return new DecodedResponse(outcome, value, null, ErrorMembers.NONE, unreadable);
    }

    /** The service rejected the request or failed. */
    static DecodedResponse failure(Classification outcome, ErrorMembers error) {
        return new DecodedResponse(outcome, null, null, error, List.of());
    }

    /** The status says success, but the response does not follow the contract. */
    static DecodedResponse unexpected(Classification outcome, String problem) {
        return new DecodedResponse(outcome, null, problem, ErrorMembers.NONE, List.of());
    }
}
