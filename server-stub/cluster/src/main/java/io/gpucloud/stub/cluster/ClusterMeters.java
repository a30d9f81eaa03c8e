package io.gpucloud.stub.cluster;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The cluster in numbers. */
record ClusterMeters(Members members) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("gpu.cloud.stub.cluster.members", members, Members::count)
                .description("Members that this one sees, itself among them.")
                .register(registry);
        Gauge.builder(
                        "gpu.cloud.stub.cluster.majority",
                        members,
                        all -> all.here().isSure() ? 1 : 0)
                .description("1 while this member is in touch with a majority.")
                .register(registry);
        Gauge.builder("gpu.cloud.stub.cluster.backups.in.sync", members, all -> all.backupsAreInSync() ? 1 : 0)
                .description("1 while every account has its copy where it belongs.")
                .register(registry);
        FunctionCounter.builder(
                        "gpu.cloud.stub.cluster.differences",
                        members,
                        all -> all.here().differences())
                .description("How often a copy of an account kept here was not what the account was; it ought to be 0.")
                .register(registry);
        FunctionCounter.builder(
                        "gpu.cloud.stub.cluster.divergences",
                        members,
                        all -> all.here().divergences())
                .description(
                        "Accounts that two members changed independently during a partition; always 0 with a majority.")
                .register(registry);
    }
}
