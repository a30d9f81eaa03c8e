/** Provider states for Pact, and their catalogue. */
@NullMarked
package io.gpucloud.stub.pact;

import org.jspecify.annotations.NullMarked;
