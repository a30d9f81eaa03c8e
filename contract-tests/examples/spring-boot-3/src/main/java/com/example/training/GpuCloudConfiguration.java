package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.WaitTimer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Defines the bean that Spring Boot 4 auto-configures. */
@Configuration(proxyBeanMethods = false)
class GpuCloudConfiguration {

    /** The timer is for tests: there, waits move the clock of the stub. */
    @Bean
    GpuCloudClient gpuCloudClient(
            @Value("${gpu-cloud.base-url}") String baseUrl,
            @Value("${gpu-cloud.api-key}") String apiKey,
            ObjectProvider<WaitTimer> timer) {
        GpuCloudClientBuilder builder =
                GpuCloudClient.builder().baseUrl(baseUrl).apiKey(apiKey);
        timer.ifUnique(builder::timer);
        return builder.build();
    }
}
