/**
 * The stub of the Cloud GPU Instance Service API in tests. The stub runs in a process of its own, so your class path
 * needs neither Spring nor a server. {@link io.gpucloud.testing.GpuCloudStubExtension} is for JUnit,
 * {@link io.gpucloud.testing.GpuCloudStubServer} for everything else.
 */
@NullMarked
package io.gpucloud.testing;

import org.jspecify.annotations.NullMarked;
