package io.gpucloud.testing;

import io.gpucloud.client.spring.GpuCloudClientCustomizer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Gives an application context an account: properties for the client, and beans that control the account. Contexts with
 * equal settings are equal for Spring's cache.
 */
record StubContextCustomizer(List<String> settings) implements ContextCustomizer {

    private static final String TIMER = "io.gpucloud.client.WaitTimer";

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        ApplicationContext parent = configuration.getParentApplicationContext();
        if (parent != null && parent.getBeanNamesForType(StubAccount.class).length > 0) {
            // The contexts of a hierarchy share the account. They inherit properties and beans.
            return;
        }
        // The stub is not closed with the context: its process ends with the JVM, and another context may use it.
        StubAccount account =
                GpuCloudStubServer.start(settings.toArray(String[]::new)).nextAccount();
        Map<String, Object> properties = Map.of(
                "gpu-cloud.base-url", account.baseUrl().toString(),
                "gpu-cloud.api-key", account.apiKey(),
                "gpu-cloud.allow-plain-http", "true");
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("gpu-cloud-stub", properties));
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        account.controls()
                .forEach(control -> beans.registerSingleton(control.getClass().getName(), control));
        if (hasClient(context)) {
            // Beans that wait while the context closes would wait for the test, which cannot move the clock then.
            context.addApplicationListener(new ApplicationListener<ContextClosedEvent>() {
                @Override
                public void onApplicationEvent(ContextClosedEvent closed) {
                    account.endManualMode();
                }
            });
            beans.registerSingleton(TIMER, account.timer());
            beans.registerSingleton(
                    GpuCloudClientCustomizer.class.getName(), account.timer().customizer());
        }
        if (beans instanceof DefaultSingletonBeanRegistry registry) {
            // The first one that is registered is the last one that is destroyed. The application may still destroy its
            // instances before.
            registry.registerDisposableBean(StubAccount.class.getName(), account::close);
        }
    }

    /** Whether the client, which is an optional dependency, is on the class path. */
    static boolean hasClient(ApplicationContext context) {
        return ClassUtils.isPresent(TIMER, context.getClassLoader());
    }

    /** Spring finds it in {@code spring.factories}. */
    static final class Factory implements ContextCustomizerFactory {

        @Override
        public @Nullable ContextCustomizer createContextCustomizer(
                Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
            GpuCloudStubTest test = TestContextAnnotationUtils.findMergedAnnotation(testClass, GpuCloudStubTest.class);
            return test == null ? null : new StubContextCustomizer(SharedStubProcess.checked(test.value()));
        }
    }
}
