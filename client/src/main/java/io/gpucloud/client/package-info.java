/** The entry to the client, and the values that it speaks of. */
@NullMarked
package io.gpucloud.client;

import org.jspecify.annotations.NullMarked;
