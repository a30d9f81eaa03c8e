@NullMarked
package io.gpucloud.client.lease;

import org.jspecify.annotations.NullMarked;
