package io.gpucloud.client.spring.test;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/** Leaves out what is not part of the slice. */
final class GpuCloudClientTypeExcludeFilter
        extends StandardAnnotationCustomizableTypeExcludeFilter<GpuCloudClientTest> {

    GpuCloudClientTypeExcludeFilter(Class<?> testClass) {
        super(testClass);
    }
}
