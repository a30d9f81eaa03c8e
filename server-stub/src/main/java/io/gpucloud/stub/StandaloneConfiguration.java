package io.gpucloud.stub;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.auth.LocalRequestCounters;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.OtherJournals;
import io.gpucloud.stub.state.InMemoryAccounts;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.store.LocalSharedStore;
import io.gpucloud.stub.store.SharedStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps the state of a single stub in memory. */
@Configuration(proxyBeanMethods = false)
class StandaloneConfiguration {

    @Bean
    SharedStore.Source shared() {
        return StandaloneConfiguration::inMemory;
    }

    private static <V> SharedStore<V> inMemory(String part) {
        return new LocalSharedStore<>();
    }

    @Bean
    Accounts accounts(Seeds seeds, Rules rules, StubClock clock) {
        return new InMemoryAccounts(seeds, rules, clock);
    }

    @Bean
    RateLimiter.Counters counters(StubProperties properties) {
        return new LocalRequestCounters(
                properties.rateLimit().requestsPerSecond(),
                properties.rateLimit().concurrent(),
                TimeMeter.SYSTEM_NANOTIME);
    }

    @Bean
    OtherJournals otherJournals() {
        return OtherJournals.NONE;
    }
}
