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
 * Waits for what becomes of an instance. They look at {@code GET /instance/list} again and again, as {@link WaitOptions}
 * say; all waits of a client share one look. They change nothing, whatever comes of them.
 *
 * <p>A wait goes on when a look fails in a way that may pass (HTTP 429, 5xx, timeouts, a failed query); it ends with the
 * exception of the look when the key or the request is refused. It ends with {@link WaitFailedException} as soon as what is
 * waited for cannot happen any more, when the instance is missing from the list too often, and when the thread is
 * interrupted (the thread is marked as interrupted again); with {@link WaitTimeoutException} when the time is over, after a
 * last look.
 *
 * <p>The asynchronous forms hold no thread while they wait; one daemon thread serves them all and ends when nobody waits. To
 * cancel the future ends the wait. Their hooks and probes, and what depends on their futures, run on the executor of the
 * client.
 */
public interface InstanceWaits {

    /**
     * Waits until an instance is running, with {@link WaitOptions#defaults()}.
     *
     * @param instanceUuid the instance
     * @return the instance as it was listed
     * @throws WaitFailedException if it shuts down or disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    default Instance waitUntilRunning(String instanceUuid) {
        return waitUntilRunning(instanceUuid, WaitOptions.defaults());
    }

    /**
     * Waits until an instance is running.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as it was listed
     * @throws WaitFailedException if it shuts down or disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    Instance waitUntilRunning(String instanceUuid, WaitOptions options);

    /**
     * Waits until an instance is running, without holding a thread.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as it was listed, or the exception of {@link #waitUntilRunning(String, WaitOptions)}
     */
    CompletableFuture<Instance> waitUntilRunningAsync(String instanceUuid, WaitOptions options);

    /**
     * Waits until an instance is running, has an address, and a probe of yours says that it answers.
     *
     * @param instanceUuid the instance
     * @param probe asks the instance at its {@code serverUrl()}; called after every look that shows an address; false goes
     *     on waiting, an exception ends the wait
     * @param options how to wait
     * @return the instance as it was listed
     * @throws WaitFailedException if it shuts down or disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    Instance waitUntilReachable(String instanceUuid, Predicate<Instance> probe, WaitOptions options);

    /**
     * Waits until an instance is reachable, without holding a thread except while the probe runs.
     *
     * @param instanceUuid the instance
     * @param probe asks the instance at its {@code serverUrl()}, on the executor of the client
     * @param options how to wait
     * @return the instance as it was listed, or the exception of {@link #waitUntilReachable}
     */
    CompletableFuture<Instance> waitUntilReachableAsync(
            String instanceUuid, Predicate<Instance> probe, WaitOptions options);

    /**
     * Waits until an instance is shut down, with {@link WaitOptions#defaults()}.
     *
     * @param instanceUuid the instance
     * @return the instance as it was listed
     * @throws WaitFailedException if it disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    default Instance waitUntilShutDown(String instanceUuid) {
        return waitUntilShutDown(instanceUuid, WaitOptions.defaults());
    }

    /**
     * Waits until an instance is shut down.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as it was listed
     * @throws WaitFailedException if it disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    Instance waitUntilShutDown(String instanceUuid, WaitOptions options);

    /**
     * Waits until an instance is shut down, without holding a thread.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as it was listed, or the exception of {@link #waitUntilShutDown(String, WaitOptions)}
     */
    CompletableFuture<Instance> waitUntilShutDownAsync(String instanceUuid, WaitOptions options);

    /**
     * Waits until an instance is listed no more, with {@link WaitOptions#defaults()}.
     *
     * @param instanceUuid the instance
     * @throws WaitFailedException if the thread is interrupted
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    default void waitUntilGone(String instanceUuid) {
        waitUntilGone(instanceUuid, WaitOptions.defaults());
    }

    /**
     * Waits until an instance is listed no more.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @throws WaitFailedException if the thread is interrupted
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    void waitUntilGone(String instanceUuid, WaitOptions options);

    /**
     * Waits until an instance is listed no more, without holding a thread.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return nothing, or the exception of {@link #waitUntilGone(String, WaitOptions)}
     */
    CompletableFuture<@Nullable Void> waitUntilGoneAsync(String instanceUuid, WaitOptions options);

    /**
     * Waits until the image that is being saved from an instance has been uploaded, with {@link WaitOptions#defaults()}. Call
     * it after {@link Instances#saveImage(String)}; an upload that had succeeded before would satisfy it at once.
     *
     * @param instanceUuid the instance
     * @return the instance as it was listed
     * @throws WaitFailedException if the upload fails, or the instance disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    default Instance waitUntilImageSaved(String instanceUuid) {
        return waitUntilImageSaved(instanceUuid, WaitOptions.defaults());
    }

    /**
     * Waits until the image that is being saved from an instance has been uploaded.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as it was listed
     * @throws WaitFailedException if the upload fails, or the instance disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws AuthenticationException if the key is refused
     */
    Instance waitUntilImageSaved(String instanceUuid, WaitOptions options);

    /**
     * Waits until the image that is being saved from an instance has been uploaded, without holding a thread.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as it was listed, or the exception of {@link #waitUntilImageSaved(String, WaitOptions)}
     */
    CompletableFuture<Instance> waitUntilImageSavedAsync(String instanceUuid, WaitOptions options);
}
