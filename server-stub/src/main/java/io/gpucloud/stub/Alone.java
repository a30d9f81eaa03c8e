package io.gpucloud.stub;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.control.InMemoryAccounts;
import io.gpucloud.stub.control.Journal;
import io.gpucloud.stub.control.LocalCounters;
import io.gpucloud.stub.control.LocalShared;
import io.gpucloud.stub.control.RateLimits;
import io.gpucloud.stub.control.Seeds;
import io.gpucloud.stub.control.Shared;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Rules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where a stub that stands alone keeps its state: in its own memory. */
@Configuration(proxyBeanMethods = false)
class Alone {

    @Bean
    Shared.Source shared(StubProperties properties) {
        if (!properties.cluster().members().isEmpty()) {
            throw new UnusableSettingException(
                    "stub.cluster.members",
                    properties.cluster().members(),
                    "this stub keeps its state alone",
                    "Run the jar of the cluster, gpu-cloud-stub-cluster, or leave the setting out.");
        }
        return Alone::inMemory;
    }

    private static <V> Shared<V> inMemory(String part) {
        return new LocalShared<>();
    }

    @Bean
    Accounts accounts(Seeds seeds, Rules rules, StubClock clock) {
        return new InMemoryAccounts(seeds, rules, clock);
    }

    @Bean
    RateLimits.Counters counters(StubProperties properties) {
        return new LocalCounters(
                properties.rateLimit().requestsPerSecond(),
                properties.rateLimit().concurrent(),
                TimeMeter.SYSTEM_NANOTIME);
    }

    @Bean
    Journal.Others otherJournals() {
        return Journal.Others.NONE;
    }
}
