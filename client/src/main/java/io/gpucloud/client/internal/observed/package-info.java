/** Implements the operations that were observed at the service, but are not documented. */
@NullMarked
package io.gpucloud.client.internal.observed;

import org.jspecify.annotations.NullMarked;
