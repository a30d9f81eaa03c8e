package io.gpucloud.client.resource;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous form of {@link Instances}: the same methods, which return futures. A null or blank argument throws an exception
 * immediately. Every other failure completes the future with the exception of the blocking method.
 *
 * <p>Cancelling a future aborts the call. The service may still execute a request that was already sent: after a cancelled create
 * request, check {@link #list()}.
 */
public interface AsyncInstances {

    /**
     * Asynchronous form of {@link Instances#createByPod(PodInstanceSpec)}.
     *
     * @param spec what to create
     * @return the instance, not yet running
     */
    CompletableFuture<Instance> createByPod(PodInstanceSpec spec);

    /**
     * Asynchronous form of {@link Instances#createByImage(ImageInstanceSpec)}.
     *
     * @param spec what to create
     * @return the instance, not yet running
     */
    CompletableFuture<Instance> createByImage(ImageInstanceSpec spec);

    /**
     * Asynchronous form of {@link Instances#list()}.
     *
     * @return the instances of the account
     */
    CompletableFuture<Listing<Instance>> list();

    /**
     * Asynchronous form of {@link Instances#get(String)}.
     *
     * @param instanceUuid the instance
     * @return the instance
     */
    CompletableFuture<Instance> get(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#find(String)}.
     *
     * @param instanceUuid the instance
     * @return the instance, or empty if it is not listed
     */
    CompletableFuture<Optional<Instance>> find(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#start(String)}.
     *
     * @param instanceUuid the instance
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> start(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#restart(String)}.
     *
     * @param instanceUuid the instance
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> restart(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#updateTitle(String, String)}.
     *
     * @param instanceUuid the instance
     * @param title the title
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> updateTitle(String instanceUuid, String title);

    /**
     * Asynchronous form of {@link Instances#saveImage(String)}.
     *
     * @param instanceUuid the instance
     * @return the save, when the service has confirmed the request
     */
    CompletableFuture<ImageSave> saveImage(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#saveImage(String, String, String)}.
     *
     * @param instanceUuid the instance
     * @param title the title
     * @param remark description of the image, or null
     * @return the save, when the service has confirmed the request
     */
    CompletableFuture<ImageSave> saveImage(String instanceUuid, @Nullable String title, @Nullable String remark);

    /**
     * Asynchronous form of {@link Instances#scheduleShutdown(String, Instant)}.
     *
     * @param instanceUuid the instance
     * @param at when
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> scheduleShutdown(String instanceUuid, Instant at);

    /**
     * Asynchronous form of {@link Instances#scheduleShutdown(String, Duration)}.
     *
     * @param instanceUuid the instance
     * @param after how long from now
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> scheduleShutdown(String instanceUuid, Duration after);

    /**
     * Asynchronous form of {@link Instances#scheduleShutdownAndVerify(String, Instant, Duration)}.
     *
     * @param instanceUuid the instance
     * @param at when
     * @param clockTolerance how far the listed moment may lie from the requested one
     * @return whether the list shows the timer
     */
    CompletableFuture<ShutdownTimerVerification> scheduleShutdownAndVerify(
            String instanceUuid, Instant at, Duration clockTolerance);

    /**
     * Asynchronous form of {@link Instances#cancelShutdown(String)}.
     *
     * @param instanceUuid the instance
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> cancelShutdown(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#destroy(String)}.
     *
     * @param instanceUuid the instance
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> destroy(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#waitUntil(String, Predicate, WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param condition whether a listed instance is in the expected state; runs on the executor of the client
     * @param options how to wait
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntil(String instanceUuid, Predicate<Instance> condition, WaitOptions options);

    /**
     * Asynchronous form of {@link Instances#waitUntilRunning(String)}.
     *
     * @param instanceUuid the instance
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntilRunning(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#waitUntilRunning(String, WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntilRunning(String instanceUuid, WaitOptions options);

    /**
     * Asynchronous form of {@link Instances#waitUntilReachable(String, Predicate, WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param probe whether the instance responds at its address; runs on the executor of the client
     * @param options how to wait
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntilReachable(String instanceUuid, Predicate<Instance> probe, WaitOptions options);

    /**
     * Asynchronous form of {@link Instances#waitUntilShutDown(String)}.
     *
     * @param instanceUuid the instance
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntilShutDown(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#waitUntilShutDown(String, WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntilShutDown(String instanceUuid, WaitOptions options);

    /**
     * Asynchronous form of {@link Instances#waitUntilGone(String)}.
     *
     * @param instanceUuid the instance
     * @return completes when the instance is no longer listed
     */
    CompletableFuture<@Nullable Void> waitUntilGone(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#waitUntilGone(String, WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return completes when the instance is no longer listed
     */
    CompletableFuture<@Nullable Void> waitUntilGone(String instanceUuid, WaitOptions options);

    /**
     * Asynchronous form of {@link Instances#waitUntilImageSaved(String)}.
     *
     * @param instanceUuid the instance
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntilImageSaved(String instanceUuid);

    /**
     * Asynchronous form of {@link Instances#waitUntilImageSaved(String, WaitOptions)}.
     *
     * @param instanceUuid the instance
     * @param options how to wait
     * @return the instance as listed
     */
    CompletableFuture<Instance> waitUntilImageSaved(String instanceUuid, WaitOptions options);
}
