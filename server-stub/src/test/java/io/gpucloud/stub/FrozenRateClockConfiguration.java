package io.gpucloud.stub;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.settings.StubProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The rate limiter uses a frozen clock, so that a used-up rate never recovers. */
@Configuration(proxyBeanMethods = false)
class FrozenRateClockConfiguration {

    /** The setting that adds these beans to a stub. */
    static final String SETTING = "spring.main.sources=" + FrozenRateClockConfiguration.class.getName();

    private static final TimeMeter FROZEN = new TimeMeter() {
        @Override
        public long currentTimeNanos() {
            return 0;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    };

    @Bean
    static BeanPostProcessor frozenRateLimiter(ObjectProvider<StubProperties> properties) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof RateLimiter) {
                    StubProperties.RateLimit limit = properties.getObject().rateLimit();
                    return new RateLimiter(limit.requestsPerSecond(), limit.concurrent(), FROZEN);
                }
                return bean;
            }
        };
    }
}
