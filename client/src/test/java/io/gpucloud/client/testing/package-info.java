/** A server for invalid responses, and a timer without real waits. */
@NullMarked
package io.gpucloud.client.testing;

import org.jspecify.annotations.NullMarked;
