package io.gpucloud.contract.kit.derived;

import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.contract.kit.SkipConditions;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request derived from an OpenAPI document, and the response that it must get.
 *
 * @param name what is special about the request, unique for the operation
 * @param call the request
 * @param expected the kind of response
 * @param field name of the rejected member or parameter, null if no single one is rejected
 * @param assumptions the assumptions that the expectation depends on, where the documentation of the service does not
 * cover it
 */
public record RequestCase(
        String name, Call call, Expected expected, @Nullable String field, Set<String> assumptions) {

    /** The kinds of responses. */
    public enum Expected {
        /** Not rejected as malformed. */
        TAKEN(200, ""),
        /** Rejected because of a member or parameter. */
        BAD_PARAMETER(400, "parameter-error-code"),
        /** Rejected because the body cannot be read. */
        UNREADABLE(400, "parameter-error-code"),
        /** Rejected because the key is missing or unknown. */
        NOT_LOGGED_IN(401, "unauthorized-code"),
        /** Rejected because of the HTTP method. */
        METHOD_NOT_ALLOWED(405, "method-not-allowed-code"),
        /** Rejected because of the Accept header. */
        NOT_ACCEPTABLE(406, "not-acceptable-code"),
        /** Rejected because the body is too large. */
        TOO_LARGE(413, "body-too-large-code"),
        /** Rejected because of the Content-Type header. */
        UNSUPPORTED_MEDIA_TYPE(415, "unsupported-media-type-code");

        /** The HTTP status in {@code /__admin}. */
        final int adminStatus;

        /** The assumption about the response of the service, empty if it is not rejected. */
        final String assumption;

        Expected(int adminStatus, String assumption) {
            this.adminStatus = adminStatus;
            this.assumption = assumption;
        }
    }

    RequestCase(String name, Call call, Expected expected) {
        this(name, call, expected, null, Set.of());
    }

    /** A request that the service rejects because of a member or parameter, unless its value is valid. */
    static RequestCase of(String name, Call call, boolean valid, String field) {
        return valid
                ? new RequestCase(name, call, Expected.TAKEN)
                : new RequestCase(name, call, Expected.BAD_PARAMETER, field, Set.of());
    }

    /** Whether the request must be rejected, and so must change nothing. */
    boolean isRejected() {
        return expected != Expected.TAKEN;
    }

    /** The same case, marked as dependent on assumptions. */
    RequestCase assuming(Set<String> others) {
        return new RequestCase(name, call, expected, field, others);
    }

    /** The reason to skip the case if one of its assumptions is switched off. No assumptions apply to {@code /__admin}. */
    Optional<String> skip(Settings settings) {
        return call.isOfService() ? SkipConditions.reason(assumptions, settings) : Optional.empty();
    }
}
