/**
 * What can go wrong: every failure of a call is a {@link io.gpucloud.client.error.GpuCloudException}.
 *
 * @serial exclude
 */
@NullMarked
package io.gpucloud.client.error;

import org.jspecify.annotations.NullMarked;
