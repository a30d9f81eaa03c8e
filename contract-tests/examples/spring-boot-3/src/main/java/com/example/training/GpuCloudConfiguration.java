package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What Spring Boot 4 does by itself. */
@Configuration(proxyBeanMethods = false)
class GpuCloudConfiguration {

    @Bean
    GpuCloudClient gpuCloudClient(
            @Value("${cloud.base-url}") String baseUrl, @Value("${cloud.api-key}") String apiKey) {
        return GpuCloudClient.builder().baseUrl(baseUrl).apiKey(apiKey).build();
    }
}
