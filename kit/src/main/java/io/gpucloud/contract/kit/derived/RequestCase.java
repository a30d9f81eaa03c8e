package io.gpucloud.contract.kit.derived;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.contract.kit.Source;
import java.util.Objects;
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
 *     cover it
 */
public record RequestCase(
        String name, Call call, Expected expected, @Nullable String field, Set<String> assumptions) {

    private static final Source BAD_REQUEST = Source.contract("stub-admin-v1.yaml#/components/responses/BadRequest");

    public enum Expected {
        /** Not rejected as malformed. */
        TAKEN(200, ""),
        /** Rejected because of a member or parameter, or because the body cannot be read. */
        BAD_PARAMETER(400, "parameter-error-code"),
        NOT_LOGGED_IN(401, "unauthorized-code"),
        METHOD_NOT_ALLOWED(405, "method-not-allowed-code"),
        NOT_ACCEPTABLE(406, "not-acceptable-code"),
        TOO_LARGE(413, "body-too-large-code"),
        UNSUPPORTED_MEDIA_TYPE(415, "unsupported-media-type-code");

        /** The HTTP status in {@code /__admin}. */
        private final int adminStatus;

        /** The assumption about the response of the service, empty if it is not rejected. */
        private final String assumption;

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
    public boolean isRejected() {
        return expected != Expected.TAKEN;
    }

    RequestCase assuming(Set<String> others) {
        return new RequestCase(name, call, expected, field, others);
    }

    /**
     * The reason to skip the case if one of its assumptions is switched off. No assumptions apply to {@code /__admin}.
     */
    public Optional<String> skip(Settings settings) {
        return call.isOfService() ? settings.skipReason(assumptions) : Optional.empty();
    }

    /** Records what a response of the service shows about an assumption of the case, for a profile of the stub. */
    public void observe(ServiceResponse response) {
        if (assumptions.contains("public-operation-key")) {
            response.observed("public-operation-key", response.status() == 200 ? "ignored" : "checked");
        }
        // A title that is null is rejected in the same way as an unknown instance.
        if (assumptions.contains("null-members") && call.isOfService() && !isRenaming()) {
            response.isObserved(expected.assumption)
                    .ifPresent(rejected -> response.observed("null-members", rejected ? "rejected" : "absent"));
        }
    }

    public void verify(ServiceResponse response) {
        if (call.isOfService()) {
            verifyService(response);
        } else {
            verifyAdminApi(response);
        }
    }

    private void verifyService(ServiceResponse response) {
        if (expected == Expected.TAKEN) {
            // A valid request succeeds, or names a record that does not exist. Both have HTTP status 200.
            boolean fits = response.status() == 200
                    && (!isRenaming() || response.at("/code").asInt(1) == 0);
            Source source = Source.contract(call.operation().node().location());
            verify(fits || !response.isExact("refusal-status"), "a valid request to be accepted", response, source);
        } else if (expected != Expected.BAD_PARAMETER) {
            response.failsWith(expected.assumption);
        } else if (isRenaming()) {
            response.failsWith(1, assumption("rename-error-status"));
        } else {
            response.rejectsParameter(field, assumption(expected.assumption));
        }
        if (expected == Expected.NOT_LOGGED_IN && response.isExact("challenge-header")) {
            response.hasHeader("www-authenticate", "Bearer", assumption("challenge-header"));
        }
        if (expected == Expected.METHOD_NOT_ALLOWED && response.isExact("method-not-allowed-code")) {
            response.hasHeader("allow", call.operation().method(), assumption("method-not-allowed-code"));
        }
    }

    private boolean isRenaming() {
        return call.operation().id().equals("updateInstanceTitle");
    }

    private void verifyAdminApi(ServiceResponse response) {
        String named = response.at("/member").asString("");
        if (!isRejected()) {
            boolean fits = response.status() != 400 || named.isEmpty();
            verify(fits, "a valid request to be accepted", response, BAD_REQUEST);
            return;
        }
        String member = Objects.requireNonNullElse(field, "");
        // 422 is the response to wrong parameters of a provider state.
        int status = member.startsWith("params") ? 422 : expected.adminStatus;
        boolean blamed = member.isEmpty() ? named.isEmpty() : isOrHolds(named, member);
        boolean fits = response.status() == status && ((status != 400 && status != 422) || blamed);
        String wanted = "HTTP " + status + (member.isEmpty() ? "" : " for member " + member);
        verify(fits, wanted, response, BAD_REQUEST);
    }

    private void verify(boolean fits, String wanted, ServiceResponse response, Source source) {
        String got = "HTTP " + response.status() + " " + response.text();
        source.require(fits, call.toString(), wanted, got);
    }

    /** Whether {@code named} is the member or an object or array that contains it. */
    private static boolean isOrHolds(String named, String member) {
        return member.equals(named) || member.startsWith(named + ".") || member.startsWith(named + "[");
    }
}
