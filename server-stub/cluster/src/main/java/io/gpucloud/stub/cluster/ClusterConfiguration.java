package io.gpucloud.stub.cluster;

import io.gpucloud.stub.StubProperties;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.RequestJournal;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.state.Snapshots;
import io.gpucloud.stub.store.SharedStore;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where a member of a cluster keeps the state of the stub: with the others. */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    private static final int SHOWN_OF_DIGEST = 16;

    @Bean
    Here here(Seeds seeds, Rules rules) {
        return new Here(new Residence(seeds, rules));
    }

    @Bean
    Members members(StubProperties properties, Here here, Scheduler waits) {
        Residence residence = here.residence();
        String digest = Snapshots.digest(residence.seeds(), residence.rules());
        Settings settings = Settings.of(properties);
        String name = "gpu-cloud-stub " + version() + " " + digest.substring(0, SHOWN_OF_DIGEST) + " "
                + settings.digest().substring(0, SHOWN_OF_DIGEST);
        return Members.join(settings, name, here, waits);
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
    Accounts accounts(Members members, Scheduler waits) {
        return new ClusterAccounts(members, members.shared(Members.OPENED), waits);
    }

    @Bean
    RateLimiter.Counters counters(StubProperties properties, Members members) {
        StubProperties.RateLimit limit = properties.rateLimit();
        return new ClusterCounters(limit.requestsPerSecond(), limit.concurrent(), members);
    }

    @Bean
    RequestJournal.Others otherJournals(Members members) {
        return new OtherJournals(members.errands(), members.identifier());
    }

    /** From then on accounts can live here. */
    @Bean
    SmartInitializingSingleton ready(Here here, StubClock clock, RequestJournal journal) {
        return () -> here.ready(clock, journal);
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
