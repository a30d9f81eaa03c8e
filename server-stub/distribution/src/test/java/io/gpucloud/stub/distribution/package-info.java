/** The zip as a user gets it. */
@NullMarked
package io.gpucloud.stub.distribution;

import org.jspecify.annotations.NullMarked;
