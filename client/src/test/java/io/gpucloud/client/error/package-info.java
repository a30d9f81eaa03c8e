@NullMarked
package io.gpucloud.client.error;

import org.jspecify.annotations.NullMarked;
