package io.gpucloud.contract.kit.derived;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.ApiDocuments;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.ValueAssertions;
import io.gpucloud.contract.kit.derived.RequestCase.Expected;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Asserts that the response to a request of {@link BadRequestChecks} is the expected one. */
final class ResponseAssertions {

    private static final String TITLE = "updateInstanceTitle";
    private static final Source BAD_REQUEST = Source.contract(ApiDocuments.ADMIN_API
            .root()
            .at("components", "responses", "BadRequest")
            .location());

    private ResponseAssertions() {}

    static void assertResponse(ServiceResponse response, RequestCase requestCase) {
        if (response.call().isOfService()) {
            ofService(response, requestCase);
        } else {
            ofAdminApi(response, requestCase);
        }
    }

    private static void ofService(ServiceResponse response, RequestCase requestCase) {
        Expected expected = requestCase.expected();
        boolean renaming = response.call().operation().id().equals(TITLE);
        switch (expected) {
            case TAKEN -> taken(response, renaming);
            case BAD_PARAMETER, UNREADABLE -> {
                if (renaming) {
                    response.failsWith(1, assumption("rename-error-status"));
                } else {
                    response.rejectsParameter(requestCase.field(), assumption(expected.assumption));
                }
            }
            default -> response.failsWith(expected.assumption);
        }
        if (expected == Expected.NOT_LOGGED_IN && response.isExact("challenge-header")) {
            response.hasHeader("www-authenticate", "Bearer", assumption("challenge-header"));
        }
        if (expected == Expected.METHOD_NOT_ALLOWED && response.isExact("method-not-allowed-code")) {
            response.hasHeader("allow", response.call().operation().method(), assumption("method-not-allowed-code"));
        }
    }

    /** A valid request succeeds, or is rejected because it names a record that does not exist. Both have HTTP status 200. */
    private static void taken(ServiceResponse response, boolean renaming) {
        String got = "HTTP " + response.status() + " " + response.text();
        boolean fits =
                response.status() == 200 && (!renaming || response.at("/code").asInt(1) == 0);
        ValueAssertions.that(
                fits || !response.isExact("refusal-status"),
                response.call().toString(),
                "a valid request to be accepted",
                got,
                Source.contract(response.call().operation().node().location()));
    }

    private static void ofAdminApi(ServiceResponse response, RequestCase requestCase) {
        JsonNode member = response.at("/member");
        String named = member.isMissingNode() ? "" : member.asString("");
        String field = Objects.requireNonNullElse(requestCase.field(), "");
        String got = "HTTP " + response.status() + " " + response.text();
        // 422 is the response to wrong parameters of a provider state.
        int status = field.startsWith("params") ? 422 : requestCase.expected().adminStatus;
        boolean blamed = field.isEmpty() ? named.isEmpty() : isOrHolds(named, field);
        boolean fits = requestCase.isRejected()
                ? response.status() == status && ((status != 400 && status != 422) || blamed)
                : response.status() != 400 || named.isEmpty();
        String wanted = requestCase.isRejected()
                ? "HTTP " + status + (field.isEmpty() ? "" : " for member " + field)
                : "a valid request to be accepted";
        ValueAssertions.that(fits, response.call().toString(), wanted, got, BAD_REQUEST);
    }

    /** Whether {@code named} is the member or an object or array that contains it. */
    private static boolean isOrHolds(String named, String member) {
        return member.equals(named) || member.startsWith(named + ".") || member.startsWith(named + "[");
    }
}
