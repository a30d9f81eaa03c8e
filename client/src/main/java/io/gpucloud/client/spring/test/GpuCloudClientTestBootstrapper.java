package io.gpucloud.client.spring.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Starts the slice. */
final class GpuCloudClientTestBootstrapper extends TestSliceTestContextBootstrapper<GpuCloudClientTest> {}
