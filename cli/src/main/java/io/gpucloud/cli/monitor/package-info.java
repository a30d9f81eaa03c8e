/** Finds what may cost money without a need, again and again. */
@NullMarked
package io.gpucloud.cli.monitor;

import org.jspecify.annotations.NullMarked;
