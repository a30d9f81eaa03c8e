/** A server that misbehaves, and a timer without real waits. */
@NullMarked
package io.gpucloud.client.testing;

import org.jspecify.annotations.NullMarked;
