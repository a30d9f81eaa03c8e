package io.gpucloud.client.resource;

import java.math.BigDecimal;

/** The price of an instance for an hour, as {@link Gpus#cheapestAvailable(BigDecimal)} and leases compare it. */
public final class HourlyPrice {

    private HourlyPrice() {}

    /**
     * {@return the largest plausible price} It is unknown whether the service bills the price of the pod once in
     * addition to the GPUs, or only the pod, for each GPU.
     *
     * @param gpu the listed price of one GPU
     * @param gpuCount the number of GPUs
     * @param pod the listed price of the pod, or zero without a pod
     */
    public static BigDecimal largest(BigDecimal gpu, int gpuCount, BigDecimal pod) {
        BigDecimal count = BigDecimal.valueOf(gpuCount);
        return gpu.multiply(count).add(pod).max(pod.multiply(count));
    }
}
