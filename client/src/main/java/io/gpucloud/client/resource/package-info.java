/**
 * What can be asked of the service, by subject. Interfaces, so that programs can replace them in their tests.
 *
 * <p>Common to all methods: they block, may be called by many threads at once, and throw a subclass of
 * {@link io.gpucloud.client.error.GpuCloudException} when the service did not do what was asked. Where a method is said to
 * be <em>repeated</em>, that follows the {@link io.gpucloud.client.RetryPolicy}: after HTTP 429, after failures of the service
 * (HTTP 5xx, code -2), after timeouts, and when no connection came about. Where it is said to be <em>never sent twice</em>, it
 * is repeated after HTTP 429 and when nothing was sent, and in no other case. Arguments are checked before anything is
 * sent: what cannot be right is an {@link java.lang.IllegalArgumentException}.
 */
@NullMarked
package io.gpucloud.client.resource;

import org.jspecify.annotations.NullMarked;
