/** A client for Spring Boot, made of {@code gpu-cloud.*} properties or of {@link GpuCloudConnectionDetails}. */
@NullMarked
package io.gpucloud.client.spring;

import org.jspecify.annotations.NullMarked;
