package io.gpucloud.stub.cluster;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up while this member has a quorum. Also reports whether all backups exist. */
record ClusterHealth(Members members) implements HealthIndicator {

    @Override
    public Health health() {
        boolean majority = members.localMember().hasQuorum();
        return (majority ? Health.up() : Health.down())
                .withDetail("members", members.count())
                .withDetail("members_named", members.settings().size())
                .withDetail("majority", majority)
                .withDetail("backups_in_sync", members.backupsAreInSync())
                .build();
    }
}
