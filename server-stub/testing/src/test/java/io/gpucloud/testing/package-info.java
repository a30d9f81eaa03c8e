/** Tests of the test API. All of them share one stub process where they can, because each one takes a second to start. */
@NullMarked
package io.gpucloud.testing;

import org.jspecify.annotations.NullMarked;
