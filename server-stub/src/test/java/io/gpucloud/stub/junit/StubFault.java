package io.gpucloud.stub.junit;

import io.gpucloud.stub.admin.model.FaultEffect;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fault to set with {@link StubFaults#set}. Start with a static method for the effect, then limit it to an operation or a number of
 * requests. A fault is immutable; each method returns a modified copy.
 */
public final class StubFault {

    private static final String EFFECT = "effect";
    private static final String STATUS = "status";
    private static final String CODE = "code";

    private static final Map<FaultEffect, FaultEffect> AFTER_EFFECT = Map.of(
            FaultEffect.RESPOND, FaultEffect.RESPOND_AFTER_EFFECT,
            FaultEffect.RESPOND_AFTER_EFFECT, FaultEffect.RESPOND_AFTER_EFFECT,
            FaultEffect.RESET_CONNECTION, FaultEffect.RESET_AFTER_EFFECT,
            FaultEffect.RESET_AFTER_EFFECT, FaultEffect.RESET_AFTER_EFFECT);

    /** The body of a request to create the fault, without the API key. */
    private final ObjectNode body;

    private StubFault(ObjectNode body) {
        this.body = body;
    }

    /**
     * Responds with an HTTP status instead of performing the operation.
     *
     * @param status 200 to 599
     */
    public static StubFault status(int status) {
        return new StubFault(AdminCalls.object().put(STATUS, status));
    }

    /** Responds with a result code instead of performing the operation. */
    public static StubFault code(int code, String message) {
        return new StubFault(AdminCalls.object().put(CODE, code).put("msg", message));
    }

    /**
     * Delays the operation, and with it the response.
     *
     * @param delay the delay in real time, at most one minute
     */
    public static StubFault delay(Duration delay) {
        return new StubFault(AdminCalls.object().put("delay_ms", delay.toMillis()));
    }

    /** Resets the connection instead of performing the operation. */
    public static StubFault resetConnection() {
        return effect(FaultEffect.RESET_CONNECTION);
    }

    /** Performs the operation, then resets the connection. */
    public static StubFault resetAfterEffect() {
        return effect(FaultEffect.RESET_AFTER_EFFECT);
    }

    /** Performs the operation, sends half of the response body and closes the connection. */
    public static StubFault truncateBody() {
        return effect(FaultEffect.TRUNCATE_BODY);
    }

    /**
     * Responds with an HTML page, as a proxy does, instead of performing the operation.
     *
     * @param status 200 to 599
     */
    public static StubFault html(int status) {
        StubFault fault = effect(FaultEffect.HTML_BODY);
        fault.body.put(STATUS, status);
        return fault;
    }

    /** Lets the upload of the next saved image fail. */
    public static StubFault failUpload() {
        return effect(FaultEffect.FAIL_UPLOAD);
    }

    /** Keeps the next instance that is created, started or restarted from ever finishing its boot. */
    public static StubFault neverBoot() {
        return effect(FaultEffect.NEVER_BOOT);
    }

    /** Shuts the next instance down at the end of its boot. */
    public static StubFault bootFails() {
        return effect(FaultEffect.BOOT_FAILS);
    }

    /** Leaves the next instance that runs without addresses for a while. */
    public static StubFault noServerUrl(Duration time) {
        return lasting(FaultEffect.NO_SERVER_URL, time);
    }

    /** Hides the next new instance from lists for a while. */
    public static StubFault listLag(Duration time) {
        return lasting(FaultEffect.LIST_LAG, time);
    }

    /** Rejects the next destroy request. */
    public static StubFault refuseDestroy() {
        return effect(FaultEffect.REFUSE_DESTROY);
    }

    /**
     * Performs the operation before the fault responds or resets the connection.
     *
     * @throws IllegalStateException if the fault neither responds with a status or code nor resets the connection
     */
    public StubFault afterEffect() {
        FaultEffect effect = effect();
        FaultEffect after = effect == null ? null : AFTER_EFFECT.get(effect);
        if (after == null) {
            throw new IllegalStateException(
                    (effect == null ? "delay" : effect.value()) + " has no form that comes after the effect");
        }
        StubFault changed = copy();
        changed.body.put(EFFECT, after.value());
        return changed;
    }

    /**
     * Adds a {@code Retry-After} header to the response.
     *
     * @param time its value, truncated to whole seconds
     */
    public StubFault retryAfter(Duration time) {
        StubFault changed = copy();
        changed.body.put("retry_after", time.toSeconds());
        return changed;
    }

    /**
     * Limits the fault to one operation.
     *
     * @param operationId its operationId, such as {@code createInstanceByPod}; not one that needs no API key
     */
    public StubFault on(String operationId) {
        StubFault changed = copy();
        changed.body.put("operation", operationId);
        return changed;
    }

    /**
     * Limits how often the fault triggers.
     *
     * @param times number of times, at least 1
     */
    public StubFault times(int times) {
        StubFault changed = copy();
        changed.body.put("times", times);
        return changed;
    }

    /**
     * Triggers the fault at random, in the same pattern in every run.
     *
     * @param probability above 0 and at most 1
     */
    public StubFault probability(double probability) {
        StubFault changed = copy();
        changed.body.put("probability", probability);
        return changed;
    }

    ObjectNode of(String apiKey) {
        return body.deepCopy().put("api_key", apiKey);
    }

    private static StubFault effect(FaultEffect effect) {
        return new StubFault(AdminCalls.object().put(EFFECT, effect.value()));
    }

    private static StubFault lasting(FaultEffect effect, Duration time) {
        StubFault fault = effect(effect);
        fault.body.put("seconds", time.toSeconds());
        return fault;
    }

    /** The effect, or null for a fault that only delays. */
    private @Nullable FaultEffect effect() {
        if (body.has(EFFECT)) {
            return FaultEffect.of(body.path(EFFECT).stringValue());
        }
        return body.has(STATUS) || body.has(CODE) ? FaultEffect.RESPOND : null;
    }

    private StubFault copy() {
        return new StubFault(body.deepCopy());
    }
}
