package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three processes under load, if possible in network namespaces, whose network is partitioned while all of them keep running. Prints a row for each partition: acknowledged
 * operations, and how long it took until all accounts were available again. The system property {@code cluster.partition.rounds} repeats
 * each partition, every time between other members.
 */
@EnabledIfSystemProperty(
        named = "cluster.partitions",
        matches = "true",
        disabledReason = "takes minutes, PartitionTest covers the same partitions: -Dcluster.partitions=true")
class PartitionIT {

    private static final int ACCOUNTS = 8;
    private static final int ROUNDS = Integer.getInteger("cluster.partition.rounds", 1);
    private static final Duration BEFORE = Duration.ofSeconds(4);
    private static final Duration CUT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration MEASURED = Duration.ofSeconds(8);

    @TempDir
    static Path logs;

    private static TestNetwork network;
    private static List<MemberProcess> members;

    @BeforeAll
    static void start() {
        network = TestNetwork.create();
        members = network.members(
                logs,
                "stub.lifecycle.boot=0s",
                "stub.metering.require-funds=false",
                "stub.admin.token=" + Http.ADMIN_TOKEN);
        members.forEach(MemberProcess::begin);
        members.forEach(MemberProcess::awaitStarted);
    }

    @AfterAll
    static void end() {
        members.forEach(MemberProcess::close);
        network.close();
    }

    @ParameterizedTest
    @EnumSource(Partition.class)
    void keepsEveryAcknowledgedOperation(Partition partition) throws InterruptedException {
        for (int number = 0; number < ROUNDS; number++) {
            new Round(partition, number).run();
        }
    }

    /** One partition of the network, under load. */
    private static final class Round {

        private final Partition partition;
        private final int number;
        private final Load load;

        Round(Partition partition, int number) {
            this.partition = partition;
            this.number = number;
            List<URI> urls = members.stream().map(MemberProcess::baseUrl).toList();
            String prefix =
                    "tenant-" + partition.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + number + "-";
            load = new Load(prefix, ACCOUNTS, urls);
        }

        void run() throws InterruptedException {
            Await.until(
                    "all accounts have backups",
                    PATIENCE,
                    () -> members.stream()
                            .allMatch(member -> member.metric("gpu_cloud_stub_cluster_members") == TestNetwork.MEMBERS
                                    && member.metric("gpu_cloud_stub_cluster_backups_in_sync") == 1));
            load.start();
            Await.pause(BEFORE);
            String decision = "";
            try {
                partition.cut(network, number % 3, (number + 1) % 3, (number + 2) % 3);
                if (partition.leavesMajority()) {
                    decision = awaitMajority();
                } else if (partition == Partition.ALL_MEMBERS) {
                    Await.pause(CUT);
                }
            } finally {
                network.restoreAll();
            }
            Duration recovery =
                    Await.until("all accounts are available on all members", PATIENCE, () -> serving() == 3);
            load.stop();
            System.out.printf(
                    Locale.ROOT,
                    "[partition] %s | round %d | acknowledged %d, rejected %d, unknown outcome %d%s | recovered after"
                            + " %.1f s%n",
                    partition,
                    number + 1,
                    load.done(),
                    load.failed(),
                    load.unknown(),
                    decision,
                    recovery.toMillis() / 1_000.0);
            load.verify(members);
            members.forEach(member -> assertThat(member.metric("gpu_cloud_stub_cluster_divergences_total"))
                    .isZero());
        }

        /** Two members go on without the third one, and calls succeed again. */
        private String awaitMajority() {
            Duration decided = Await.until(
                    "one member is outside the cluster of the two others",
                    PATIENCE,
                    () -> members.stream()
                                    .filter(member -> member.metric("gpu_cloud_stub_cluster_members") == 2)
                                    .count()
                            == 2);
            Await.until("two members serve all accounts", PATIENCE, () -> serving() == 2);
            int before = load.done();
            Await.pause(MEASURED);
            int acknowledged = load.done() - before;
            Await.until(
                    "the majority acknowledges operations", PATIENCE, () -> load.done() > before + ACCOUNTS);
            return String.format(
                    Locale.ROOT,
                    ", majority after %.1f s, then %d operations a second",
                    decided.toMillis() / 1_000.0,
                    acknowledged / MEASURED.toSeconds());
        }

        /** How many members serve all accounts. */
        private long serving() {
            return members.stream()
                    .filter(member ->
                            load.keys().stream().allMatch(key -> member.http().serves(key)))
                    .count();
        }
    }
}
