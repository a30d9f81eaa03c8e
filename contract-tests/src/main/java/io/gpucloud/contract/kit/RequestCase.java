package io.gpucloud.contract.kit;

import java.util.Optional;
import java.util.Set;

/**
 * A request derived from a contract, and how it has to be answered.
 *
 * @param name what is special about it
 * @param call the request, without a key
 * @param expected how it has to be answered
 * @param assumptions what that rests on where the contract of the service has no word
 */
record RequestCase(String name, Call call, ExpectedResponse expected, Set<String> assumptions) {

    RequestCase(String name, Call call, ExpectedResponse expected) {
        this(name, call, expected, Set.of());
    }

    /** The same, resting on an assumption. */
    RequestCase assuming(String assumption) {
        return new RequestCase(name, call, expected, Set.of(assumption));
    }

    /** Why it is not sent, if it rests on what is not assumed. The administration is a stub's, and nothing of it is assumed. */
    Optional<String> skip(Settings settings) {
        return call.isOfService() ? Skip.reason(assumptions, settings) : Optional.empty();
    }
}
