package io.gpucloud.stub.cluster;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The metrics of the cluster. */
record ClusterMeters(Members members) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("gpu.cloud.stub.cluster.members", members, Members::count)
                .description("Connected members, including this one.")
                .register(registry);
        Gauge.builder(
                        "gpu.cloud.stub.cluster.majority",
                        members,
                        all -> all.localMember().hasQuorum() ? 1 : 0)
                .description("1 while this member is connected to a majority of the members.")
                .register(registry);
        Gauge.builder("gpu.cloud.stub.cluster.backups.in.sync", members, all -> all.backupsAreInSync() ? 1 : 0)
                .description("1 while every account has its backup.")
                .register(registry);
        FunctionCounter.builder(
                        "gpu.cloud.stub.cluster.differences",
                        members,
                        all -> all.localMember().differences())
                .description("Backups on this member that differed from their account. Expected to be 0.")
                .register(registry);
        FunctionCounter.builder(
                        "gpu.cloud.stub.cluster.divergences",
                        members,
                        all -> all.localMember().divergences())
                .description(
                        "Accounts that two members changed independently during a partition; always 0 with a majority.")
                .register(registry);
    }
}
