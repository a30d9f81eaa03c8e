package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Partitions between three processes in network namespaces, in which packets are lost without a response. Needs root and the program
 * {@code ip}; {@link NetworkPartitionTest} runs everywhere.
 */
class NamespacePartitionIT {

    /** The logs of the members stay here when a test fails. */
    private static final Path LOGS = Path.of("target", "failsafe-reports", "namespaces");

    private static @Nullable NamespaceCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new NamespaceCluster(Files.createDirectories(LOGS));
    }

    @AfterAll
    static void end() {
        if (cluster != null) {
            cluster.close();
            assertThat(cluster.network().existing()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(NetworkPartition.class)
    void losesNoAcknowledgedOperation(NetworkPartition partition) throws InterruptedException {
        // Each link once: members behave differently if one end of the link is the oldest member.
        int least = partition == NetworkPartition.ONE_LINK ? PartitionedNetwork.MEMBERS : 1;
        PartitionScenario.run(Objects.requireNonNull(cluster), partition, least);
    }
}
