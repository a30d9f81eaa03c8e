package io.gpucloud.client;

import io.gpucloud.client.resource.AsyncBilling;
import io.gpucloud.client.resource.AsyncGpus;
import io.gpucloud.client.resource.AsyncImages;
import io.gpucloud.client.resource.AsyncInstances;
import io.gpucloud.client.resource.AsyncPods;

/**
 * The asynchronous form of a {@link GpuCloudClient}: the same operations, which return a
 * {@link java.util.concurrent.CompletableFuture}. It shares connections, options and listeners with the client it comes from.
 *
 * <p>Calls run on the executor of the client ({@link GpuCloudClientBuilder#executor}): on virtual threads on Java 21 and later. A call
 * holds a thread until it ends; a wait holds none between two polls. Cancelling a future aborts its call: the connection is closed, and
 * nothing is sent again. Cancel the future that the client returned. A future that you derived from it does not pass the cancellation on.
 */
public interface GpuCloudAsyncClient {

    /**
     * Asynchronous form of {@link GpuCloudClient#instances()}.
     *
     * @return the instances of the account
     */
    AsyncInstances instances();

    /**
     * Asynchronous form of {@link GpuCloudClient#images()}.
     *
     * @return the images
     */
    AsyncImages images();

    /**
     * Asynchronous form of {@link GpuCloudClient#pods()}.
     *
     * @return the pods
     */
    AsyncPods pods();

    /**
     * Asynchronous form of {@link GpuCloudClient#gpus()}.
     *
     * @return the GPU models
     */
    AsyncGpus gpus();

    /**
     * Asynchronous form of {@link GpuCloudClient#billing()}.
     *
     * @return the billing of the account
     */
    AsyncBilling billing();

    /**
     * Returns the blocking client of this asynchronous one.
     *
     * @return the client whose {@code async()} returned this object
     */
    GpuCloudClient sync();
}
