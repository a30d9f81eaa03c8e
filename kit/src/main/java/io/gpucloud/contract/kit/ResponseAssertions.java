package io.gpucloud.contract.kit;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.ExpectedResponse.Kind;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Asserts that the response to a request of {@link BadRequestChecks} is the expected one. */
final class ResponseAssertions {

    private static final String TITLE = "updateInstanceTitle";
    private static final Source BAD_REQUEST = Source.contract(ApiDocuments.ADMIN_API
            .root()
            .at("components", "responses", "BadRequest")
            .location());
    private static final Map<Kind, String> ERRORS = Map.of(
            Kind.NOT_LOGGED_IN, "unauthorized-code",
            Kind.FORBIDDEN, "forbidden-code",
            Kind.METHOD_NOT_ALLOWED, "method-not-allowed-code",
            Kind.NOT_ACCEPTABLE, "not-acceptable-code",
            Kind.TOO_LARGE, "body-too-large-code",
            Kind.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type-code");

    private static final Map<Kind, Integer> ADMINISTRATION_STATUS = Map.of(
            Kind.BAD_PARAMETER, 400,
            Kind.UNREADABLE, 400,
            Kind.NOT_LOGGED_IN, 401,
            Kind.FORBIDDEN, 403,
            Kind.METHOD_NOT_ALLOWED, 405,
            Kind.NOT_ACCEPTABLE, 406,
            Kind.TOO_LARGE, 413,
            Kind.UNSUPPORTED_MEDIA_TYPE, 415);

    private ResponseAssertions() {}

    static void assertResponse(ServiceResponse response, ExpectedResponse expected) {
        if (response.call().isOfService()) {
            ofService(response, expected);
        } else {
            ofAdminApi(response, expected);
        }
    }

    private static void ofService(ServiceResponse response, ExpectedResponse expected) {
        boolean renaming = response.call().operation().id().equals(TITLE);
        switch (expected.kind()) {
            case TAKEN -> taken(response, renaming);
            case BAD_PARAMETER, UNREADABLE -> {
                if (renaming) {
                    response.failsWith(1, assumption("rename-error-status"));
                } else {
                    response.rejectsParameter(expected.field(), assumption("parameter-error-code"));
                }
            }
            default -> response.failsWith(Objects.requireNonNull(ERRORS.get(expected.kind())));
        }
        if (expected.kind() == Kind.NOT_LOGGED_IN && response.isExact("challenge-header")) {
            response.hasHeader("www-authenticate", "Bearer", assumption("challenge-header"));
        }
        if (expected.kind() == Kind.METHOD_NOT_ALLOWED && response.isExact("method-not-allowed-code")) {
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

    private static void ofAdminApi(ServiceResponse response, ExpectedResponse expected) {
        JsonNode member = response.at("/member");
        String named = member.isMissingNode() ? "" : member.asString("");
        String field = Objects.requireNonNullElse(expected.field(), "");
        String got = "HTTP " + response.status() + " " + response.text();
        int status = statusOfAdminApi(expected.kind(), field);
        boolean blamed = field.isEmpty() ? named.isEmpty() : isOrHolds(named, field);
        boolean fits = expected.rejects()
                ? response.status() == status && ((status != 400 && status != 422) || blamed)
                : response.status() != 400 || named.isEmpty();
        String wanted = expected.rejects()
                ? "HTTP " + status + (field.isEmpty() ? "" : " for member " + field)
                : "a valid request to be accepted";
        ValueAssertions.that(fits, response.call().toString(), wanted, got, BAD_REQUEST);
    }

    /** Whether {@code named} is the member or an object or array that contains it. */
    private static boolean isOrHolds(String named, String member) {
        return member.equals(named) || member.startsWith(named + ".") || member.startsWith(named + "[");
    }

    /** {@code /__admin} responds with 422 to wrong parameters of a provider state. */
    private static int statusOfAdminApi(Kind kind, String field) {
        return field.startsWith("params") ? 422 : ADMINISTRATION_STATUS.getOrDefault(kind, 200);
    }
}
