package io.gpucloud.stub;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.auth.LocalRequestCounters;
import io.gpucloud.stub.auth.RateLimiter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A standalone stub whose rate limiter uses a frozen clock, so that a used-up rate never recovers. */
@Configuration(proxyBeanMethods = false)
class FrozenRateClockConfiguration extends StandaloneConfiguration {

    @Bean
    @Override
    RateLimiter.Counters counters(StubProperties properties) {
        StubProperties.RateLimit limit = properties.rateLimit();
        return new LocalRequestCounters(limit.requestsPerSecond(), limit.concurrent(), new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return 0;
            }

            @Override
            public boolean isWallClockBased() {
                return false;
            }
        });
    }
}
