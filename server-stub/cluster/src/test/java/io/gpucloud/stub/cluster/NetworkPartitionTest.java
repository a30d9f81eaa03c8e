package io.gpucloud.stub.cluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Partitions between three members in this JVM, with TCP proxies between them. {@link NamespacePartitionIT} loses real packets. */
class NetworkPartitionTest {

    private static PartitionedCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new ProxiedCluster();
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource(NetworkPartition.class)
    void losesNoAcknowledgedOperation(NetworkPartition partition) throws InterruptedException {
        PartitionScenario.run(cluster, partition, 1);
    }
}
