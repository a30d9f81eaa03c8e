package io.gpucloud.stub.cluster;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up while this member is in touch with a majority; whether copies are where they belong is told besides. */
record ClusterHealth(Members members) implements HealthIndicator {

    @Override
    public Health health() {
        boolean majority = members.here().isSure();
        return (majority ? Health.up() : Health.down())
                .withDetail("members", members.count())
                .withDetail("members_named", members.settings().size())
                .withDetail("majority", majority)
                .withDetail("backups_in_sync", members.backupsAreInSync())
                .build();
    }
}
