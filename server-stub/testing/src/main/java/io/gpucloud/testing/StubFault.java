package io.gpucloud.testing;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import java.time.Duration;

/**
 * A fault to set with {@link StubFaults#set}. Start with a static method for the effect, then limit it to an operation
 * or a number of requests. A fault is immutable; each method returns a modified copy.
 */
public final class StubFault {

    /** Sends the response of the fault instead of performing the operation. */
    public static final String RESPOND = "respond";

    /** Performs the operation, but sends the response of the fault. */
    public static final String RESPOND_AFTER_EFFECT = "respond_after_effect";

    /** Resets the connection instead of performing the operation. */
    public static final String RESET_CONNECTION = "reset_connection";

    /** Performs the operation, then resets the connection. */
    public static final String RESET_AFTER_EFFECT = "reset_after_effect";

    /** Performs the operation, then closes the connection within the status line. */
    public static final String LOSE_RESPONSE = "lose_response";

    /** Performs the operation, and sends half of the response body. */
    public static final String TRUNCATE_BODY = "truncate_body";

    /** Sends an HTML page instead of performing the operation. */
    public static final String HTML_BODY = "html_body";

    /** The upload of a saved image fails. */
    public static final String FAIL_UPLOAD = "fail_upload";

    /** A boot never ends. */
    public static final String NEVER_BOOT = "never_boot";

    /** A boot ends in a shutdown. */
    public static final String BOOT_FAILS = "boot_fails";

    /** A boot ends in status 23. */
    public static final String BOOT_ENDS_ABNORMALLY = "boot_ends_abnormally";

    /** An instance that runs has no addresses for a while. */
    public static final String NO_SERVER_URL = "no_server_url";

    /** Lists hide a new instance for a while. */
    public static final String LIST_LAG = "list_lag";

    /** Lists show an instance for a while as it was before a request. */
    public static final String STALE_STATUS = "stale_status";

    /** A destroy request is rejected. */
    public static final String REFUSE_DESTROY = "refuse_destroy";

    /** A shutdown timer that is reached does nothing. */
    public static final String IGNORE_TIMER = "ignore_timer";

    /** A destroy request is confirmed, but the instance runs on and is listed again after a while. */
    public static final String LISTED_AGAIN = "listed_again";

    private static final String EFFECT = "effect";
    private static final String STATUS = "status";
    private static final String CODE = "code";

    /** The body of a request to create the fault, without the API key. */
    private final JsonObject body;

    private StubFault(JsonObject body) {
        this.body = body;
    }

    /**
     * {@return a fault that responds with an HTTP status instead of performing the operation}
     *
     * @param status 200 to 599
     */
    public static StubFault status(int status) {
        return new StubFault(new JsonObject().set(STATUS, status));
    }

    /** {@return a fault that responds with a result code instead of performing the operation} */
    public static StubFault code(int code, String message) {
        return new StubFault(new JsonObject().set(CODE, code).set("msg", message));
    }

    /**
     * {@return a fault that delays the operation, and with it the response}
     *
     * @param delay the delay in real time, at most one minute
     */
    public static StubFault delay(Duration delay) {
        return new StubFault(new JsonObject().set("delay_ms", delay.toMillis()));
    }

    /** {@return a fault that resets the connection instead of performing the operation} */
    public static StubFault resetConnection() {
        return effect(RESET_CONNECTION);
    }

    /** {@return a fault that performs the operation, then resets the connection} */
    public static StubFault resetAfterEffect() {
        return effect(RESET_AFTER_EFFECT);
    }

    /**
     * Performs the operation, then closes the connection within the status line of the response. No caller sees a
     * status, and none sends the request again by itself, as browsers do after {@link #resetAfterEffect}.
     */
    public static StubFault loseResponse() {
        return effect(LOSE_RESPONSE);
    }

    /** {@return a fault that performs the operation, sends half of the response body and closes the connection} */
    public static StubFault truncateBody() {
        return effect(TRUNCATE_BODY);
    }

    /**
     * {@return a fault that responds with an HTML page, as a proxy does, instead of performing the operation}
     *
     * @param status 200 to 599
     */
    public static StubFault html(int status) {
        return effect(HTML_BODY).with(STATUS, Json.value(status));
    }

    /** {@return a fault that lets the upload of the next saved image fail} */
    public static StubFault failUpload() {
        return effect(FAIL_UPLOAD);
    }

    /**
     * {@return a fault that keeps the next instance that is created, started or restarted from ever finishing its boot}
     */
    public static StubFault neverBoot() {
        return effect(NEVER_BOOT);
    }

    /** {@return a fault that shuts the next instance down at the end of its boot} */
    public static StubFault bootFails() {
        return effect(BOOT_FAILS);
    }

    /** {@return a fault that ends the next boot in status 23, which programs have observed and no document has} */
    public static StubFault bootEndsAbnormally() {
        return effect(BOOT_ENDS_ABNORMALLY);
    }

    /**
     * {@return a fault that leaves the next instance that runs without addresses for a while}
     *
     * @param time for how long, in the time of the account
     */
    public static StubFault noServerUrl(Duration time) {
        return lasting(NO_SERVER_URL, time);
    }

    /**
     * {@return a fault that hides the next new instance from lists for a while}
     *
     * @param time for how long, in the time of the account
     */
    public static StubFault listLag(Duration time) {
        return lasting(LIST_LAG, time);
    }

    /**
     * {@return a fault that lets lists show an instance for a while as it was before the next start, shutdown, restart
     * or destroy request}
     *
     * @param time for how long, in the time of the account
     */
    public static StubFault staleStatus(Duration time) {
        return lasting(STALE_STATUS, time);
    }

    /** {@return a fault that lets the next shutdown timer do nothing when it is reached; lists still show it} */
    public static StubFault ignoreTimer() {
        return effect(IGNORE_TIMER);
    }

    /** {@return a fault that rejects the next destroy request} */
    public static StubFault refuseDestroy() {
        return effect(REFUSE_DESTROY);
    }

    /**
     * {@return a fault that confirms the next destroy request, but only hides the instance for a while: it runs and is
     * billed on, and no other request finds it until lists show it again}
     *
     * @param time for how long, in the time of the account
     */
    public static StubFault listedAgain(Duration time) {
        return lasting(LISTED_AGAIN, time);
    }

    /**
     * {@return a copy that performs the operation before it responds with its status or code}
     *
     * @throws IllegalStateException if the fault has neither a status nor a code, or an effect of its own
     */
    public StubFault afterEffect() {
        if (body.get(EFFECT) != null || (body.get(STATUS) == null && body.get(CODE) == null)) {
            throw new IllegalStateException(body + " has no form that comes after the effect");
        }
        return with(EFFECT, Json.value(RESPOND_AFTER_EFFECT));
    }

    /**
     * {@return a copy that adds a {@code Retry-After} header to the response}
     *
     * @param time its value, truncated to whole seconds
     */
    public StubFault retryAfter(Duration time) {
        return with("retry_after", Json.value(time.toSeconds()));
    }

    /**
     * Limits the fault to one operation. An operation that needs no API key fails only if the request carries the key
     * of the account, which {@code gpu-cloud-client} does not send there.
     *
     * @param operationId its operationId, such as {@code createInstanceByPod}
     * @return a new fault for that operation
     */
    public StubFault on(String operationId) {
        return with("operation", Json.value(operationId));
    }

    /**
     * Limits the fault to one path, also one that no operation has. The fault must not perform the operation.
     *
     * @param path path below {@code /api/open/v2}; a final {@code *} stands for any rest
     * @return a new fault for that path
     */
    public StubFault onPath(String path) {
        return with("path", Json.value(path));
    }

    /**
     * {@return a copy that triggers for a limited time}
     *
     * @param time how long from now on, in the time of the account
     */
    public StubFault lasting(Duration time) {
        return with("for_seconds", Json.value(time.toSeconds()));
    }

    /** {@return a copy with the body of the response, which is sent unchanged instead of an envelope} */
    public StubFault body(String body) {
        return with("body", Json.value(body));
    }

    /**
     * {@return a copy that triggers a limited number of times}
     *
     * @param times number of times, at least 1
     */
    public StubFault times(int times) {
        return with("times", Json.value(times));
    }

    /**
     * {@return a copy that triggers at random, in the same pattern in every run}
     *
     * @param probability above 0 and at most 1
     */
    public StubFault probability(double probability) {
        return with("probability", Json.value(probability));
    }

    JsonObject of(String apiKey) {
        return new JsonObject(body).set("api_key", apiKey);
    }

    private static StubFault effect(String effect) {
        return new StubFault(new JsonObject().set(EFFECT, effect));
    }

    private static StubFault lasting(String effect, Duration time) {
        return effect(effect).with("seconds", Json.value(time.toSeconds()));
    }

    private StubFault with(String member, JsonValue value) {
        return new StubFault(new JsonObject(body).set(member, value));
    }
}
