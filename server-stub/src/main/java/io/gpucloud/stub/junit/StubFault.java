package io.gpucloud.stub.junit;

import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that goes wrong, to be handed to {@link StubFaults#set}. Begin with what goes wrong, then say how often and
 * where. A fault is not changed by its methods; they answer another one.
 */
public final class StubFault {

    private final ObjectNode body;

    private StubFault(ObjectNode body) {
        this.body = body;
    }

    /**
     * The next request is answered with an HTTP status instead of being served.
     *
     * @param status 200 to 599
     * @return the fault
     */
    public static StubFault status(int status) {
        return new StubFault(AdminCalls.object().put("status", status));
    }

    /**
     * The next request is answered with a result code instead of being served.
     *
     * @param code the code
     * @param message the message
     * @return the fault
     */
    public static StubFault code(int code, String message) {
        return new StubFault(AdminCalls.object().put("code", code).put("msg", message));
    }

    /**
     * The next request is served late.
     *
     * @param delay how late, at most a minute of the machine
     * @return the fault
     */
    public static StubFault delay(Duration delay) {
        return new StubFault(AdminCalls.object().put("delay_ms", delay.toMillis()));
    }

    /**
     * The connection of the next request is reset; nothing happens.
     *
     * @return the fault
     */
    public static StubFault resetConnection() {
        return effect("reset_connection");
    }

    /**
     * The next request is served, then its connection is reset.
     *
     * @return the fault
     */
    public static StubFault resetAfterEffect() {
        return effect("reset_after_effect");
    }

    /**
     * The next request is served, but half of its answer is lost.
     *
     * @return the fault
     */
    public static StubFault truncateBody() {
        return effect("truncate_body");
    }

    /**
     * The next request is answered with a page of HTML, as a proxy would; nothing happens.
     *
     * @param status 200 to 599
     * @return the fault
     */
    public static StubFault html(int status) {
        return new StubFault(AdminCalls.object().put("effect", "html_body").put("status", status));
    }

    /**
     * The next image saved ends as failed.
     *
     * @return the fault
     */
    public static StubFault failUpload() {
        return effect("fail_upload");
    }

    /**
     * The next boot, by creation, startup or restart, never ends.
     *
     * @return the fault
     */
    public static StubFault neverBoot() {
        return effect("never_boot");
    }

    /**
     * The next boot ends in a shutdown.
     *
     * @return the fault
     */
    public static StubFault bootFails() {
        return effect("boot_fails");
    }

    /**
     * The next boot ends without addresses.
     *
     * @param time for how long, in the time of the account
     * @return the fault
     */
    public static StubFault noServerUrl(Duration time) {
        return new StubFault(AdminCalls.object().put("effect", "no_server_url").put("seconds", time.toSeconds()));
    }

    /**
     * Lists hide the next new instance.
     *
     * @param time for how long, in the time of the account
     * @return the fault
     */
    public static StubFault listLag(Duration time) {
        return new StubFault(AdminCalls.object().put("effect", "list_lag").put("seconds", time.toSeconds()));
    }

    /**
     * The next destruction is refused.
     *
     * @return the fault
     */
    public static StubFault refuseDestroy() {
        return effect("refuse_destroy");
    }

    /**
     * Lets the operation happen before the fault is the answer, or resets the connection.
     *
     * @return the same fault, after the effect
     * @throws IllegalStateException if it is neither an answer by status or code nor a reset
     */
    public StubFault afterEffect() {
        boolean answers = body.has("status") || body.has("code");
        String effect = body.path("effect").asString(answers ? "respond_after_effect" : "delay");
        String after = switch (effect) {
            case "respond_after_effect" -> effect;
            case "reset_connection", "reset_after_effect" -> "reset_after_effect";
            default -> throw new IllegalStateException(effect + " has no form that comes after the effect");
        };
        StubFault changed = copy();
        changed.body.put("effect", after);
        return changed;
    }

    /**
     * Sends a {@code Retry-After} header.
     *
     * @param time its value; cut to whole seconds
     * @return the same fault with the header
     */
    public StubFault retryAfter(Duration time) {
        StubFault changed = copy();
        changed.body.put("retry_after", time.toSeconds());
        return changed;
    }

    /**
     * Strikes one operation only.
     *
     * @param operationId its operationId, such as {@code createInstanceByPod}; one that needs no key cannot be struck
     * @return the same fault, for that operation
     */
    public StubFault on(String operationId) {
        StubFault changed = copy();
        changed.body.put("operation", operationId);
        return changed;
    }

    /**
     * Strikes a number of times, then no more.
     *
     * @param times how often
     * @return the same fault, that often
     */
    public StubFault times(int times) {
        StubFault changed = copy();
        changed.body.put("times", times);
        return changed;
    }

    /**
     * Strikes now and then, always the same way.
     *
     * @param probability above 0 and at most 1
     * @return the same fault, that likely
     */
    public StubFault probability(double probability) {
        StubFault changed = copy();
        changed.body.put("probability", probability);
        return changed;
    }

    ObjectNode of(String apiKey) {
        return body.deepCopy().put("api_key", apiKey);
    }

    private static StubFault effect(String effect) {
        return new StubFault(AdminCalls.object().put("effect", effect));
    }

    private StubFault copy() {
        return new StubFault(body.deepCopy());
    }
}
