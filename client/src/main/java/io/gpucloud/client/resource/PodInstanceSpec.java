package io.gpucloud.client.resource;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Pod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An instance to create from a pod.
 *
 * @param podUuid the pod, from {@link Pods#list()}
 * @param podTag version of the pod, one of its tags, or null for the latest
 * @param gpuUuid the GPU model, from {@link Gpus#list()}
 * @param gpuCount how many GPUs: 1, 2, 4 or 8
 */
public record PodInstanceSpec(String podUuid, @Nullable String podTag, String gpuUuid, int gpuCount) {

    /**
     * Takes what to create.
     *
     * @param podUuid the pod
     * @param podTag version of the pod, or null
     * @param gpuUuid the GPU model
     * @param gpuCount how many GPUs
     * @throws IllegalArgumentException if an identifier is blank, or the number of GPUs is none of 1, 2, 4 and 8
     */
    public PodInstanceSpec {
        Preconditions.identifier(podUuid, "podUuid");
        Preconditions.identifier(gpuUuid, "gpuUuid");
        Preconditions.gpuCount(gpuCount);
    }

    /**
     * The latest version of a pod on one GPU.
     *
     * @param podUuid the pod
     * @param gpuUuid the GPU model
     * @return what to create
     * @throws IllegalArgumentException if an identifier is blank
     */
    public static PodInstanceSpec of(String podUuid, String gpuUuid) {
        return new PodInstanceSpec(podUuid, null, gpuUuid, 1);
    }

    /**
     * The latest version of a pod on one GPU.
     *
     * @param pod the pod
     * @param gpu the GPU model
     * @return what to create
     */
    public static PodInstanceSpec of(Pod pod, GpuModel gpu) {
        Objects.requireNonNull(pod, "pod");
        Objects.requireNonNull(gpu, "gpu");
        return of(pod.uuid(), gpu.gpuUuid());
    }

    /**
     * Replaces the version of the pod.
     *
     * @param podTag one of the tags of the pod
     * @return the changed specification
     */
    public PodInstanceSpec withPodTag(String podTag) {
        Objects.requireNonNull(podTag, "podTag");
        return new PodInstanceSpec(podUuid, podTag, gpuUuid, gpuCount);
    }

    /**
     * Replaces the number of GPUs.
     *
     * @param gpuCount 1, 2, 4 or 8
     * @return the changed specification
     * @throws IllegalArgumentException if it is another number
     */
    public PodInstanceSpec withGpuCount(int gpuCount) {
        return new PodInstanceSpec(podUuid, podTag, gpuUuid, gpuCount);
    }
}
