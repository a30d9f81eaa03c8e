/**
 * The program {@code gpu-cloud}, on the public API of the client. {@link io.gpucloud.cli.GpuCloud} has all commands.
 */
@NullMarked
package io.gpucloud.cli;

import org.jspecify.annotations.NullMarked;
