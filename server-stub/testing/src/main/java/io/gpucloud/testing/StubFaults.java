package io.gpucloud.testing;

import java.time.Duration;

/** Faults of one account. They do not affect other accounts. If several match a request, the newest one triggers. */
public final class StubFaults {

    private final StubAccount account;

    StubFaults(StubAccount account) {
        this.account = account;
    }

    /**
     * Sets a fault.
     *
     * @throws IllegalArgumentException if its parts exclude each other
     */
    public String set(StubFault fault) {
        return account.admin().post("/faults", fault.of(account.apiKey())).getString("id", "");
    }

    /**
     * Removes a fault.
     *
     * @param id its identifier
     * @throws IllegalArgumentException if it no longer exists
     */
    public void remove(String id) {
        account.admin().delete("/faults?id=" + AdminApi.encode(id));
    }

    /** Removes all faults of the account. Does not undo {@link #noCapacity}; see {@link StubCapacity#unlimited}. */
    public void clear() {
        account.admin().delete("/faults?api_key=" + AdminApi.encode(account.apiKey()));
    }

    /**
     * Removes all free GPUs of a model. A create request for the model then fails as it does if the service has none
     * left. {@link StubCapacity#unlimited} undoes this.
     *
     * @throws IllegalArgumentException if there is no such model
     */
    public void noCapacity(String gpuUuid) {
        new StubCapacity(account).stock(gpuUuid, 0);
    }

    /**
     * Performs the next request of an operation and loses its response. No caller sends the request again by itself.
     *
     * @param operationId the operation, such as {@code createInstanceByPod}
     * @return identifier of the fault
     * @throws IllegalArgumentException if there is no such operation
     */
    public String loseResponse(String operationId) {
        return set(StubFault.loseResponse().on(operationId).times(1));
    }

    /**
     * Rejects the next requests with HTTP 429.
     *
     * @param times number of requests, at least 1
     * @param retryAfter value of the header {@code Retry-After}, truncated to whole seconds
     * @return identifier of the fault
     * @throws IllegalArgumentException if a value is out of range
     */
    public String rateLimit(int times, Duration retryAfter) {
        return set(StubFault.status(429).retryAfter(retryAfter).times(times));
    }

    /**
     * Rejects the next requests of one operation with HTTP 429.
     *
     * @param operationId the operation, such as {@code createInstanceByPod}
     * @param times number of requests, at least 1
     * @param retryAfter value of the header {@code Retry-After}, truncated to whole seconds
     * @return identifier of the fault
     * @throws IllegalArgumentException if there is no such operation, or a value is out of range
     */
    public String rateLimit(String operationId, int times, Duration retryAfter) {
        return set(StubFault.status(429).retryAfter(retryAfter).on(operationId).times(times));
    }

    /**
     * Shuts the next instance down at the end of its boot.
     *
     * @return identifier of the fault
     */
    public String bootFails() {
        return set(StubFault.bootFails().times(1));
    }

    /**
     * Responds to every request with HTTP 503 and an HTML page, as a gateway does when the service is down, until the
     * fault is removed.
     *
     * @return identifier of the fault
     */
    public String outage() {
        return set(StubFault.html(503));
    }
}
