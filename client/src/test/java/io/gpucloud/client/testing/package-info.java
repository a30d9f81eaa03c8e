/** A server that misbehaves, and a time that nobody waits for. */
@NullMarked
package io.gpucloud.client.testing;

import org.jspecify.annotations.NullMarked;
