/** Tests of the zip with the program. */
@NullMarked
package io.gpucloud.cli.distribution;

import org.jspecify.annotations.NullMarked;
