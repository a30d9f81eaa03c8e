package io.gpucloud.contract.coverage;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A documented response, by HTTP status and result code. */
enum DocumentedResponse {
    SUCCESS(200, 0, "200 success"),
    REFUSED(200, 1, "200 code 1"),
    FAILED(200, -1, "200 code -1"),
    SYSTEM_EXCEPTION(200, -2, "200 code -2"),
    ALTERNATIVE_FORM(400, 400, "400 alternative"),
    USUAL_FORM(400, 1, "400 usual"),
    NOT_LOGGED_IN(401, 2, "401"),
    FORBIDDEN(403, 1, "403"),
    NOT_FOUND(404, 1, "404"),
    TOO_MANY_REQUESTS(429, 1, "429"),
    BROKEN(500, -2, "500"),
    METHOD_NOT_ALLOWED(405, 1, "405"),
    NOT_ACCEPTABLE(406, 1, "406"),
    TOO_LARGE(413, 1, "413"),
    UNSUPPORTED_MEDIA_TYPE(415, 1, "415");

    /** Statuses that the contract describes under default; of bodies only where an operation takes one. */
    private static final Set<DocumentedResponse> OF_A_BODY = Set.of(TOO_LARGE, UNSUPPORTED_MEDIA_TYPE);

    private static final Set<DocumentedResponse> BY_DEFAULT =
            Set.of(METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE);

    private final int status;
    private final int code;
    private final String title;

    DocumentedResponse(int status, int code, String title) {
        this.status = status;
        this.code = code;
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Whether the contract documents this outcome for an operation. */
    boolean isDocumented(JsonNode operation) {
        if (OF_A_BODY.contains(this) && !operation.has("requestBody")) {
            return false;
        }
        return operation.path("responses").has(BY_DEFAULT.contains(this) ? "default" : Integer.toString(status));
    }

    /** The outcome that a response shows, empty if it is not documented. */
    static Optional<DocumentedResponse> of(int status, JsonNode body) {
        int code = body.path("code").asInt(Integer.MIN_VALUE);
        return Arrays.stream(values())
                .filter(outcome -> outcome.status == status && outcome.code == code)
                .findFirst();
    }
}
