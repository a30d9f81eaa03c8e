/**
 * Leases own rented instances, so that none is paid for without being used. A lease begins with the response to the
 * create request, searches the instance if that response is lost, and ends when the instance is destroyed. Start at
 * {@link io.gpucloud.client.lease.Leases}.
 *
 * <p>Built only on the public interface of the client and its timer. Methods block and are safe for use by several
 * threads; their asynchronous forms do the same on the {@link io.gpucloud.client.GpuCloudClient#executor() executor of
 * the client}.
 *
 * @serial exclude
 */
@NullMarked
package io.gpucloud.client.lease;

import org.jspecify.annotations.NullMarked;
