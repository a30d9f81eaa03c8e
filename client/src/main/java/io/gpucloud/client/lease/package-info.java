/**
 * Renting without losing money: what is created is owned from the answer on, looked for when the answer is lost, and
 * destroyed for certain when it is not needed any more. Start at {@link io.gpucloud.client.lease.Leases}.
 *
 * <p>Built on the public interface of the client alone, in the client's time. Methods block and may be called by many
 * threads at once; their asynchronous forms do the same on {@link io.gpucloud.client.lease.LeaseOptions#executor()}.
 *
 * @serial exclude
 */
@NullMarked
package io.gpucloud.client.lease;

import org.jspecify.annotations.NullMarked;
