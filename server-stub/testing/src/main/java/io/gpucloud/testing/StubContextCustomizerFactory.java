package io.gpucloud.testing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Connects the application contexts of tests with {@link GpuCloudStubTest} to the stub. Spring finds it in {@code spring.factories}. */
final class StubContextCustomizerFactory implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
        GpuCloudStubTest test = TestContextAnnotationUtils.findMergedAnnotation(testClass, GpuCloudStubTest.class);
        return test == null ? null : new StubContextCustomizer(SharedStubProcess.checked(test.value()));
    }
}
