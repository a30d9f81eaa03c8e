/** Settings that replace assumptions about the service in the public API. */
@NullMarked
package io.gpucloud.stub.assumption;

import org.jspecify.annotations.NullMarked;
