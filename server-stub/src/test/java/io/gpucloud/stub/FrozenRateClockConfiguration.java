package io.gpucloud.stub;

import io.github.bucket4j.TimeMeter;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The rate limiter uses a frozen clock, so that a used-up rate never recovers. */
@Configuration(proxyBeanMethods = false)
class FrozenRateClockConfiguration {

    /** The setting that adds these beans to a stub. */
    static final String SETTING = "spring.main.sources=" + FrozenRateClockConfiguration.class.getName();

    @Bean
    static BeanPostProcessor frozenTime() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof TimeMeter ? new ManualTime() : bean;
            }
        };
    }
}
