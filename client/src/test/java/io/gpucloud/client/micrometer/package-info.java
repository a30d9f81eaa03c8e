@NullMarked
package io.gpucloud.client.micrometer;

import org.jspecify.annotations.NullMarked;
