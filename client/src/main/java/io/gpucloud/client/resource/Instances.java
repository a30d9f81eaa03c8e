package io.gpucloud.client.resource;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.CreateInstanceByImageRequest;
import io.gpucloud.client.model.CreateInstanceByPodRequest;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.SaveInstanceImageRequest;
import java.time.Instant;
import java.util.List;

/** The instances of an account. An instance costs money while it runs. */
public interface Instances {

    /**
     * Creates an instance from a pod: {@code POST /instance/create_by_pod}.
     *
     * @param request what to create
     * @return the instance, not yet running
     * @throws GpuCloudException if it was not created, or if that is not known
     */
    Instance createByPod(CreateInstanceByPodRequest request);

    /**
     * Creates an instance from an image: {@code POST /instance/create_by_image}.
     *
     * @param request what to create
     * @return the instance, not yet running
     * @throws GpuCloudException if it was not created, or if that is not known
     */
    Instance createByImage(CreateInstanceByImageRequest request);

    /**
     * Lists the instances: {@code GET /instance/list}.
     *
     * @return all instances of the account
     * @throws GpuCloudException if they could not be listed
     */
    List<Instance> list();

    /**
     * Starts an instance that is shut down: {@code POST /instance/startup}.
     *
     * @param instanceUuid the instance
     * @throws GpuCloudException if it was refused
     */
    void start(String instanceUuid);

    /**
     * Restarts a running instance: {@code POST /instance/restart}.
     *
     * @param instanceUuid the instance
     * @throws GpuCloudException if it was refused
     */
    void restart(String instanceUuid);

    /**
     * Renames an instance: {@code POST /instance/update_title}. The service declares this as not yet released.
     *
     * @param instanceUuid the instance
     * @param title its new title, at most 50 characters
     * @throws GpuCloudException if it was refused
     */
    void rename(String instanceUuid, String title);

    /**
     * Saves a running instance as a private image, and thereby shuts it down: {@code POST /instance/save_image}.
     *
     * @param request what to save
     * @throws GpuCloudException if it was refused
     */
    void saveImage(SaveInstanceImageRequest request);

    /**
     * Lets a running instance shut down by itself: {@code POST /instance/shutdown_timer}.
     *
     * @param instanceUuid the instance
     * @param at when, at least 5 minutes from now; cut to whole seconds
     * @throws GpuCloudException if it was refused
     */
    void scheduleShutdown(String instanceUuid, Instant at);

    /**
     * Cancels the shutdown of a running instance: {@code POST /instance/shutdown_timer}.
     *
     * @param instanceUuid the instance
     * @throws GpuCloudException if it was refused
     */
    void cancelShutdown(String instanceUuid);

    /**
     * Destroys an instance with all its data, for good: {@code POST /instance/destroy}.
     *
     * @param instanceUuid the instance
     * @throws GpuCloudException if it was refused
     */
    void destroy(String instanceUuid);
}
