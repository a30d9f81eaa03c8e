package com.example.training;

import io.gpucloud.client.spring.GpuCloudLeaseCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Changes the options of the auto-configured leases. */
@Configuration(proxyBeanMethods = false)
class LeaseConfiguration {

    @Bean
    GpuCloudLeaseCustomizer leaseOptions() {
        return options -> options.owner("trainings").soleUser(true);
    }
}
