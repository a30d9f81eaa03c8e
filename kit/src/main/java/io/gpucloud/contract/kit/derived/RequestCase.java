package io.gpucloud.contract.kit.derived;

import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.contract.kit.SkipConditions;
import java.util.Optional;
import java.util.Set;

/**
 * A request derived from an OpenAPI document, and the response that it must get.
 *
 * @param name what is special about the request, unique for the operation
 * @param call the request
 * @param expected the response
 * @param assumptions the assumptions that the expectation depends on, where the documentation of the service does not
 * cover it
 */
public record RequestCase(String name, Call call, ExpectedResponse expected, Set<String> assumptions) {

    RequestCase(String name, Call call, ExpectedResponse expected) {
        this(name, call, expected, Set.of());
    }

    /** The same case, marked as dependent on an assumption. */
    RequestCase assuming(String assumption) {
        return new RequestCase(name, call, expected, Set.of(assumption));
    }

    /** The reason to skip the case if one of its assumptions is switched off. No assumptions apply to {@code /__admin}. */
    Optional<String> skip(Settings settings) {
        return call.isOfService() ? SkipConditions.reason(assumptions, settings) : Optional.empty();
    }
}
