/**
 * The operations of the service, one interface for each resource. Your tests can replace the interfaces.
 *
 * <p>All methods block and are thread-safe. They throw a subclass of {@link io.gpucloud.client.error.GpuCloudException}
 * if the service did not execute the operation, and {@link java.lang.IllegalArgumentException} if an argument is
 * invalid; then nothing was sent.
 *
 * <p>The description of a method says when the client sends its request again:
 *
 * <ul>
 *   <li><em>Repeated</em>: after HTTP 429 or code 429, server errors (HTTP 5xx, code -2 or 500), timeouts and failed
 *       connections, as the {@link io.gpucloud.client.RequestOptions} say.
 *   <li><em>Never sent twice</em>: only after HTTP 429, or if nothing was sent.
 * </ul>
 *
 * @serial exclude
 */
@NullMarked
package io.gpucloud.client.resource;

import org.jspecify.annotations.NullMarked;
