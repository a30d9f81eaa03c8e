/** Benchmarks of client and stub, compared with alternatives. */
@NullMarked
package io.gpucloud.benchmarks;

import org.jspecify.annotations.NullMarked;
