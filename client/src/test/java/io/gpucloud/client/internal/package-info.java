@NullMarked
package io.gpucloud.client.internal;

import org.jspecify.annotations.NullMarked;
