package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.StateUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three members in this JVM, under load, with TCP proxies between them. No partition of the network loses an acknowledged operation.
 * Prints a row for each partition. The system property {@code cluster.partition.rounds} repeats each one, every time between other members.
 */
class NetworkPartitionTest {

    private static final int ACCOUNTS = 12;
    private static final int ROUNDS = Integer.getInteger("cluster.partition.rounds", 1);
    private static final Duration BEFORE = Duration.ofSeconds(2);
    private static final Duration CUT = Duration.ofSeconds(20);

    /** Longer than the outsider needs to join again, if it does not find out that it cannot reach all members. */
    private static final Duration MEASURED = Duration.ofSeconds(12);

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static ProxyNetwork network;
    private static ThreeMembers cluster;
    private static List<Accounts> members;

    @BeforeAll
    static void start() {
        network = new ProxyNetwork();
        cluster = new ThreeMembers(
                network.addresses(),
                (address, config) -> network.properties(address).forEach(config::setProperty));
        members = IntStream.range(0, ProxyNetwork.MEMBERS)
                .mapToObj(cluster::member)
                .toList();
    }

    @AfterAll
    static void end() {
        cluster.close();
        network.close();
    }

    @ParameterizedTest
    @EnumSource(NetworkPartition.class)
    void losesNoAcknowledgedOperation(NetworkPartition partition) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            survives(partition, round);
        }
    }

    private static void survives(NetworkPartition partition, int round) throws InterruptedException {
        awaitBackups();
        String prefix = "tenant-" + partition.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + round + "-";
        List<AccountWorkload> users = IntStream.range(0, ACCOUNTS)
                .mapToObj(account -> new AccountWorkload(new AccountKey(prefix + account), members))
                .toList();
        int initialRecharges =
                members.get(0).export(users.get(0).key()).state().recharges().size();
        List<Thread> threads = users.stream().map(Thread::new).toList();
        threads.forEach(Thread::start);
        Await.pause(BEFORE);
        String decision = "";
        try {
            partition.cut(network, round % 3, (round + 1) % 3, (round + 2) % 3);
            if (partition.leavesMajority()) {
                decision = awaitMajority(users);
            } else if (partition == NetworkPartition.ALL_MEMBERS) {
                Await.pause(CUT);
            }
        } finally {
            network.restoreAll();
        }
        Duration recovery =
                Await.until("all accounts are available on all members", PATIENCE, () -> serving(users) == 3);
        users.forEach(AccountWorkload::stop);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(
                Locale.ROOT,
                "[partition] %s | round %d | acknowledged %d, failed %d%s | recovered after %.1f s%n",
                partition,
                round + 1,
                acknowledged(users),
                users.stream().mapToInt(AccountWorkload::failed).sum(),
                decision,
                recovery.toMillis() / 1_000.0);
        users.forEach(user -> user.verify(initialRecharges));
        assertThat(cluster.divergences()).isZero();
    }

    /** Two members go on without the third one, and calls succeed again. */
    private static String awaitMajority(List<AccountWorkload> users) {
        Duration decided = Await.until(
                "one member is outside the cluster of the two others", PATIENCE, () -> cluster.outsiders() == 1);
        Await.until("two members serve all accounts", PATIENCE, () -> serving(users) == 2);
        int before = acknowledged(users);
        long end = System.nanoTime() + MEASURED.toNanos();
        while (System.nanoTime() - end < 0) {
            assertThat(cluster.largest())
                    .as("members that one of them sees while the link is broken")
                    .isLessThan(ProxyNetwork.MEMBERS);
            Await.pause(Duration.ofMillis(100));
        }
        int during = acknowledged(users) - before;
        Await.until("the majority acknowledges operations", PATIENCE, () -> acknowledged(users) > before + ACCOUNTS);
        return String.format(
                Locale.ROOT,
                ", majority after %.1f s, then %d operations a second",
                decided.toMillis() / 1_000.0,
                during / MEASURED.toSeconds());
    }

    private static int acknowledged(List<AccountWorkload> users) {
        return users.stream().mapToInt(AccountWorkload::acknowledged).sum();
    }

    /** How many members serve all accounts. */
    private static long serving(List<AccountWorkload> users) {
        return members.stream()
                .filter(member -> users.stream().allMatch(user -> serves(member, user.key())))
                .count();
    }

    private static boolean serves(Accounts member, AccountKey key) {
        try {
            member.perform(key, new Operation.GetBalance());
            return true;
        } catch (StateUnavailableException rejected) {
            return false;
        }
    }

    private static void awaitBackups() {
        Await.until(
                "all accounts have backups",
                PATIENCE,
                () -> IntStream.range(0, ProxyNetwork.MEMBERS)
                        .allMatch(member -> cluster.members(member).count() == ProxyNetwork.MEMBERS
                                && cluster.members(member).backupsAreInSync()));
    }
}
