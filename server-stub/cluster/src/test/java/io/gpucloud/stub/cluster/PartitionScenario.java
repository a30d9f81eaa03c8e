package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Cuts the network of a cluster under load, restores it, and requires that no acknowledged operation is lost. Prints a row for each
 * partition. The system property {@code cluster.partition.rounds} repeats each one, every time between other members.
 */
final class PartitionScenario {

    private static final int ACCOUNTS = 12;
    private static final int ROUNDS = Integer.getInteger("cluster.partition.rounds", 1);
    private static final Duration BEFORE = Duration.ofSeconds(2);
    private static final Duration CUT = Duration.ofSeconds(20);

    /** Longer than the outsider needs to join again, if it does not find out that it cannot reach all members. */
    private static final Duration MEASURED = Duration.ofSeconds(12);

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final PartitionedCluster cluster;
    private final NetworkPartition partition;

    private PartitionScenario(PartitionedCluster cluster, NetworkPartition partition) {
        this.cluster = cluster;
        this.partition = partition;
    }

    /** Runs all rounds of a partition, and at least as many as given. */
    static void run(PartitionedCluster cluster, NetworkPartition partition, int least) throws InterruptedException {
        PartitionScenario scenario = new PartitionScenario(cluster, partition);
        for (int round = 0; round < Math.max(ROUNDS, least); round++) {
            scenario.losesNoAcknowledgedOperation(round);
        }
    }

    private void losesNoAcknowledgedOperation(int round) throws InterruptedException {
        awaitBackups();
        PartitionedCluster.Users users = cluster.use(
                "tenant-" + partition.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + round + "-", ACCOUNTS);
        Await.pause(BEFORE);
        String decision = "";
        try {
            partition.cut(cluster.network(), round % 3, (round + 1) % 3, (round + 2) % 3);
            if (partition.leavesMajority()) {
                decision = awaitMajority(users);
            } else if (partition == NetworkPartition.ALL_MEMBERS) {
                Await.pause(CUT);
            }
        } finally {
            cluster.network().restoreAll();
        }
        Duration recovery = Await.until(
                "all accounts are available on all members",
                PATIENCE,
                () -> serving(users) == PartitionedNetwork.MEMBERS);
        users.stop();
        System.out.printf(
                Locale.ROOT,
                "[partition] %s | round %d | acknowledged %d, failed %d%s | recovered after %.1f s%n",
                partition,
                round + 1,
                users.acknowledged(),
                users.failed(),
                decision,
                recovery.toMillis() / 1_000.0);
        users.verify();
        assertThat(cluster.divergences()).isZero();
    }

    /** Two members go on without the third one, and calls succeed again. */
    private String awaitMajority(PartitionedCluster.Users users) {
        Duration decided = Await.until(
                "two members have removed the third one, and it knows",
                PATIENCE,
                () -> members().map(cluster::seenBy).sorted().boxed().toList().equals(List.of(1, 2, 2)));
        Await.until("two members serve all accounts", PATIENCE, () -> serving(users) == 2);
        int before = users.acknowledged();
        long end = System.nanoTime() + MEASURED.toNanos();
        while (System.nanoTime() - end < 0) {
            assertThat(members().map(cluster::seenBy))
                    .as("members that each of them sees while the link is broken")
                    .allMatch(seen -> seen < PartitionedNetwork.MEMBERS);
            Await.pause(Duration.ofMillis(100));
        }
        int during = users.acknowledged() - before;
        Await.until("the majority acknowledges operations", PATIENCE, () -> users.acknowledged() > before + ACCOUNTS);
        return String.format(
                Locale.ROOT,
                ", majority after %.1f s, then %d operations a second",
                decided.toMillis() / 1_000.0,
                during / MEASURED.toSeconds());
    }

    /** How many members serve all accounts. */
    private static long serving(PartitionedCluster.Users users) {
        return members().filter(users::areServedBy).count();
    }

    private void awaitBackups() {
        Await.until(
                "all accounts have backups",
                PATIENCE,
                () -> members()
                        .allMatch(member -> cluster.seenBy(member) == PartitionedNetwork.MEMBERS
                                && cluster.backupsAreInSync(member)));
    }

    private static IntStream members() {
        return IntStream.range(0, PartitionedNetwork.MEMBERS);
    }
}
