/** Operations that were observed at the service, but are not documented. */
@NullMarked
package io.gpucloud.client.observed;

import org.jspecify.annotations.NullMarked;
