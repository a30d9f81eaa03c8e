package com.example.training;

import io.gpucloud.client.lease.LeaseOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Replaces the options of the auto-configured leases. */
@Configuration(proxyBeanMethods = false)
class LeaseConfiguration {

    @Bean
    LeaseOptions leaseOptions() {
        return LeaseOptions.builder().owner("trainings").soleUser(true).build();
    }
}
