package io.gpucloud.stub.cluster;

import io.gpucloud.stub.GpuCloudStub;

/** A member of a cluster of stubs that share their state. */
public final class GpuCloudStubCluster {

    private GpuCloudStubCluster() {}

    /**
     * Runs a member as a program.
     *
     * @param arguments settings such as {@code --stub.cluster.members=one:5701,two:5701,three:5701}, or {@code --help}
     */
    public static void main(String[] arguments) {
        GpuCloudStub.main(ClusterConfiguration.class, arguments);
    }

    /**
     * Starts a member on a free port of the loopback interface.
     *
     * @param settings settings such as {@code stub.cluster.self=127.0.0.1:5701}
     */
    public static GpuCloudStub start(String... settings) {
        return GpuCloudStub.start(ClusterConfiguration.class, settings);
    }
}
