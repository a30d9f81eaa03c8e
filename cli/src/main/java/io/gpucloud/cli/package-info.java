/**
 * The program {@code gpu-cloud}, on the public API of the client. {@link io.gpucloud.cli.GpuCloud} has all commands;
 * {@code Settings} has the options that they share, {@code ExitStatus} decides about the exit status.
 */
@NullMarked
package io.gpucloud.cli;

import org.jspecify.annotations.NullMarked;
