package io.gpucloud.stub.cluster;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Partitions between three members in this JVM, with TCP proxies between them. {@link NamespacePartitionIT} loses real packets. */
class NetworkPartitionTest {

    private static final boolean IN_CI = Boolean.getBoolean("contract.ci");

    private static @Nullable PartitionedCluster cluster;

    @BeforeAll
    static void start() {
        assumeFalse(
                IN_CI && NamespaceNetwork.obstacle().isEmpty(),
                "NamespacePartitionIT tests the same partitions. Each takes minutes, so CI runs only one of them.");
        cluster = new ProxiedCluster();
    }

    @AfterAll
    static void end() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @EnumSource(NetworkPartition.class)
    void losesNoAcknowledgedOperation(NetworkPartition partition) throws InterruptedException {
        PartitionScenario.run(Objects.requireNonNull(cluster), partition, 1);
    }
}
