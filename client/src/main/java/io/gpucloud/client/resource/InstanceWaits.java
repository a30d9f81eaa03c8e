package io.gpucloud.client.resource;

import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a condition of an instance. A wait polls {@code GET /instance/list} as {@link WaitOptions} say; all waits
 * of a client share one poll. A wait changes nothing in the account.
 *
 * <p>A wait continues after a poll that fails for a temporary reason: HTTP 429, 5xx, a timeout, a failed query. It ends
 * with
 *
 * <ul>
 *   <li>the exception of the poll, if the service rejects the API key or the request;
 *   <li>{@link WaitFailedException} as soon as the condition can no longer become true, when the instance is missing
 *       from the list too often, and when the thread is interrupted, whose interrupt flag is then set again;
 *   <li>{@link WaitTimeoutException} when the time is over, after one last poll.
 * </ul>
 *
 * <p>The methods whose name ends in {@code Async} hold no thread between two polls. A null or blank argument throws an
 * exception immediately; every other failure completes the future with the exception of the blocking method. The
 * condition and the probe run on the executor of the client. Cancelling a future ends its wait.
 */
public interface InstanceWaits {

    /**
     * Waits until an instance satisfies your condition.
     *
     * @param instanceUuid the instance
     * @param condition tested with every poll that lists the instance; an exception that it throws ends the wait
     * @param options how to wait
     * @return the instance as listed when it satisfied the condition
     * @throws WaitFailedException if the instance disappears, or the thread is interrupted
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the API key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    Instance waitUntil(String instanceUuid, Predicate<Instance> condition, WaitOptions options);

    /**
     * {@return the instance as listed, as a future} Asynchronous form of {@link #waitUntil(String, Predicate,
     * WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param condition whether a listed instance is in the expected state
     * @param options how to wait
     */
    CompletableFuture<Instance> waitUntilAsync(String instanceUuid, Predicate<Instance> condition, WaitOptions options);

    /**
     * Waits until an instance is running, with {@link WaitOptions#defaults()}. Is otherwise like
     * {@link #waitUntilRunning(String, WaitOptions)}.
     *
     * @return the instance as listed
     */
    default Instance waitUntilRunning(String instanceUuid) {
        return waitUntilRunning(instanceUuid, WaitOptions.defaults());
    }

    /**
     * Waits until an instance is running.
     *
     * @return the instance as listed
     * @throws WaitFailedException if it shuts down or disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the API key is rejected
     */
    Instance waitUntilRunning(String instanceUuid, WaitOptions options);

    /**
     * {@return the instance as listed, as a future} Asynchronous form of {@link #waitUntilRunning(String,
     * WaitOptions)}.
     */
    CompletableFuture<Instance> waitUntilRunningAsync(String instanceUuid, WaitOptions options);

    /**
     * Waits until an instance is running, has an address, and your probe reaches it.
     *
     * @param instanceUuid the instance
     * @param probe calls the instance at its {@code serverUrls()}; runs after every poll that shows an address. False
     *     continues the wait, an exception ends it
     * @param options how to wait
     * @return the instance as listed
     * @throws WaitFailedException if it shuts down or disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the API key is rejected
     */
    Instance waitUntilReachable(String instanceUuid, Predicate<Instance> probe, WaitOptions options);

    /**
     * {@return the instance as listed, as a future} Asynchronous form of {@link #waitUntilReachable(String, Predicate,
     * WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param probe whether the instance responds at its address
     * @param options how to wait
     */
    CompletableFuture<Instance> waitUntilReachableAsync(
            String instanceUuid, Predicate<Instance> probe, WaitOptions options);

    /**
     * Waits until an instance is shut down, with {@link WaitOptions#defaults()}. Is otherwise like
     * {@link #waitUntilShutDown(String, WaitOptions)}.
     *
     * @return the instance as listed
     */
    default Instance waitUntilShutDown(String instanceUuid) {
        return waitUntilShutDown(instanceUuid, WaitOptions.defaults());
    }

    /**
     * Waits until an instance is shut down.
     *
     * @return the instance as listed
     * @throws WaitFailedException if it disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the API key is rejected
     */
    Instance waitUntilShutDown(String instanceUuid, WaitOptions options);

    /**
     * {@return the instance as listed, as a future} Asynchronous form of {@link #waitUntilShutDown(String,
     * WaitOptions)}.
     */
    CompletableFuture<Instance> waitUntilShutDownAsync(String instanceUuid, WaitOptions options);

    /**
     * Waits until an instance is no longer listed, with {@link WaitOptions#defaults()}. Is otherwise like
     * {@link #waitUntilGone(String, WaitOptions)}.
     */
    default void waitUntilGone(String instanceUuid) {
        waitUntilGone(instanceUuid, WaitOptions.defaults());
    }

    /**
     * Waits until an instance is no longer listed.
     *
     * @throws WaitFailedException if the thread is interrupted
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the API key is rejected
     */
    void waitUntilGone(String instanceUuid, WaitOptions options);

    /**
     * Asynchronous form of {@link #waitUntilGone(String, WaitOptions)}.
     *
     * @return completes when the instance is no longer listed
     */
    CompletableFuture<@Nullable Void> waitUntilGoneAsync(String instanceUuid, WaitOptions options);
}
