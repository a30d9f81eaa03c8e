/** Metrics and traces of calls, for those who have Micrometer. */
@NullMarked
package io.gpucloud.client.micrometer;

import org.jspecify.annotations.NullMarked;
