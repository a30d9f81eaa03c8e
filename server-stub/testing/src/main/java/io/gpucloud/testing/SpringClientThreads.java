package io.gpucloud.testing;

import io.gpucloud.client.spring.GpuCloudClientCustomizer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Makes the threads of an auto-configured client known to its timer. A class of its own, because the client is optional. */
final class SpringClientThreads {

    private SpringClientThreads() {}

    static void register(ConfigurableListableBeanFactory beans, AccountTimer timer) {
        GpuCloudClientCustomizer customizer = builder -> builder.listener(timer).executor(timer);
        beans.registerSingleton(GpuCloudClientCustomizer.class.getName(), customizer);
    }
}
