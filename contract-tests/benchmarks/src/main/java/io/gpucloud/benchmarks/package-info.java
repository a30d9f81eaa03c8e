/** What client and stub cost, beside what else there is. */
@NullMarked
package io.gpucloud.benchmarks;

import org.jspecify.annotations.NullMarked;
