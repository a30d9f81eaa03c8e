/** Rents an instance for a command: options, signals, the result, and recovery. */
@NullMarked
package io.gpucloud.cli.rent;

import org.jspecify.annotations.NullMarked;
