package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Defines the leases that Spring Boot 4 auto-configures. */
@Configuration(proxyBeanMethods = false)
class LeaseConfiguration {

    @Bean
    Leases leases(GpuCloudClient client) {
        return Leases.of(
                client, LeaseOptions.builder().owner("trainings").soleUser(true).build());
    }
}
