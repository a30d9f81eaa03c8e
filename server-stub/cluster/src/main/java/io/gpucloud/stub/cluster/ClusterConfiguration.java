package io.gpucloud.stub.cluster;

import io.gpucloud.stub.StubProperties;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.OtherJournals;
import io.gpucloud.stub.journal.RequestJournal;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.state.Snapshots;
import io.gpucloud.stub.store.SharedStore;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that keep the state of the stub in the cluster. */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    private static final int SHOWN_OF_DIGEST = 16;

    @Bean
    LocalMember localMember(Seeds seeds, Rules rules) {
        return new LocalMember(new AccountExecutor(seeds, rules));
    }

    @Bean
    Members members(StubProperties properties, LocalMember localMember, Scheduler scheduler) {
        AccountExecutor executor = localMember.executor();
        String digest = Snapshots.digest(executor.seeds(), executor.rules());
        ClusterSettings settings = ClusterSettings.of(properties);
        String name = "gpu-cloud-stub " + version() + " " + digest.substring(0, SHOWN_OF_DIGEST) + " "
                + settings.digest().substring(0, SHOWN_OF_DIGEST);
        return Members.join(settings, name, localMember, scheduler);
    }

    private static String version() {
        String version = StubProperties.class.getPackage().getImplementationVersion();
        return version == null ? "built from its sources" : version;
    }

    @Bean
    SharedStore.Source shared(Members members) {
        return members::shared;
    }

    @Bean
    Accounts accounts(Members members, Scheduler scheduler) {
        return new ClusterAccounts(members, members.shared(Members.OPENED), scheduler);
    }

    @Bean
    RateLimiter.Counters counters(StubProperties properties, Members members) {
        StubProperties.RateLimit limit = properties.rateLimit();
        return new ClusterRequestCounters(limit.requestsPerSecond(), limit.concurrent(), members);
    }

    @Bean
    OtherJournals otherJournals(Members members) {
        return new PeerJournals(members.tasks(), members.identifier());
    }

    /** Completes the start of the member. */
    @Bean
    SmartInitializingSingleton ready(LocalMember localMember, StubClock clock, RequestJournal journal) {
        return () -> localMember.ready(clock, journal);
    }

    @Bean
    HealthIndicator cluster(Members members) {
        return new ClusterHealth(members);
    }

    @Bean
    MeterBinder clusterMeters(Members members) {
        return new ClusterMeters(members);
    }
}
