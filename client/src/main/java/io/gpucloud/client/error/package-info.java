/**
 * The exceptions of the client. Every failure of a call is a {@link io.gpucloud.client.error.GpuCloudException}.
 *
 * @serial exclude
 */
@NullMarked
package io.gpucloud.client.error;

import org.jspecify.annotations.NullMarked;
